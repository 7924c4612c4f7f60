package dev.weir.files.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The variant of a sealed interface is named by a field among its others, {@code {type: spread,
 * level: zone}}, and not by the only key of a block, {@code {spread: {level: zone}}}, as without
 * this annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
public @interface Discriminator {
  /** The name of the field that holds the variant, such as {@code type}. */
  String value();
}
