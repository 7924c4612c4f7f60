/**
 * Checkpoints that were verified, and the record of them: hashes, copies of what the next save
 * would overwrite, and which one to resume from. Only what was written here is ever deleted here.
 */
@NullMarked
package dev.weir.checkpoint.commit;

import org.jspecify.annotations.NullMarked;
