package dev.weir.model.doc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value a component takes when a document leaves the field out, written as it would stand in
 * the document.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Default {
  /** The literal, for example {@code "1"}, {@code "30s"} or {@code "save-then-stop"}. */
  String value();
}
