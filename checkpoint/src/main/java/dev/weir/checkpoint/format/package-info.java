/**
 * The formats of the files that checkpoints consist of, read as far as needed to tell a whole file
 * from a torn one: PyTorch's zip and its older form, safetensors, JSON. No tensor is loaded and
 * nothing found in a file is ever executed.
 */
@NullMarked
package dev.weir.checkpoint.format;

import org.jspecify.annotations.NullMarked;
