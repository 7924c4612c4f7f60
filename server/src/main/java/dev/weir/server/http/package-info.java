/** The API over HTTP. What is answered is worked out in the packages beside this one. */
@NullMarked
package dev.weir.server.http;

import org.jspecify.annotations.NullMarked;
