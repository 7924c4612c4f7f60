/**
 * Who may do what: users, their roles by queue, tokens, rates. Users and tokens are settings of the
 * journal; of a token only a salted hash is kept. HTTP does not live here.
 */
@NullMarked
package dev.weir.server.access;

import org.jspecify.annotations.NullMarked;
