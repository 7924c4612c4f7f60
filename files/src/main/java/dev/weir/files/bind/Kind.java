package dev.weir.files.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the kind of document that a record describes. The field {@code kind} may be left out of a
 * document, because the reader knows what it reads; if it is there, it must match. A record that
 * has a component {@code kind} of its own takes every value but this name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
public @interface Kind {
  /** The value of the field {@code kind} in the document, such as {@code Cluster}. */
  String value();

  /**
   * The values of the field {@code version} that this reader understands; left out, it is the last.
   */
  int[] versions() default {1};
}
