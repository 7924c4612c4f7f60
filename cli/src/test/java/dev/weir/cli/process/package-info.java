/** Tests that start the server as a process of its own and talk to it over HTTP. */
@NullMarked
package dev.weir.cli.process;

import org.jspecify.annotations.NullMarked;
