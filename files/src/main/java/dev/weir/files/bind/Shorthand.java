package dev.weir.files.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static factory with one parameter: a document may hold a value of the parameter type in
 * place of the block of fields, such as {@code devices: 4} for {@code devices: {count: 4}}. A
 * record may have one for each form (a number, a text, a list). With a parameter of type Map, the
 * block of fields itself is what the factory takes, and the components of the record are no fields
 * of the document.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface Shorthand {}
