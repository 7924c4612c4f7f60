/**
 * A client of the server on the JDK's own HTTP client. What is shown to people is not its concern.
 */
@NullMarked
package dev.weir.api.client;

import org.jspecify.annotations.NullMarked;
