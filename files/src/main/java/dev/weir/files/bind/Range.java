package dev.weir.files.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The bounds of a number, both inclusive; on a list, set or map, those of each number in it. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.PARAMETER})
public @interface Range {
  /** The smallest value allowed. */
  long min() default Long.MIN_VALUE;

  /** The largest value allowed. */
  long max() default Long.MAX_VALUE;
}
