package dev.weir.files.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The fields of this component stand beside those of the record that holds it, not in a block of
 * their own. For a sealed interface the one key that names the variant stands there: {@code {at:
 * 10s, submit: {...}}}. An optional inline record is present when one of its fields is.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Inline {}
