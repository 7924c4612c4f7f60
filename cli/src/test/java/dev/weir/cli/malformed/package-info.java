/** What hostile and careless people hand to the command line, and what they are told. */
@NullMarked
package dev.weir.cli.malformed;

import org.jspecify.annotations.NullMarked;
