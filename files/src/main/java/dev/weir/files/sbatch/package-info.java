/**
 * Batch scripts of Slurm as they are: their {@code #SBATCH} lines become the fields of a job file.
 * Each option is mapped, named in a notice, or refused with its line; none is ignored silently.
 *
 * <p>The commands that such a script calls while it runs ({@code srun}, {@code scontrol}) live with
 * the driver that runs it.
 */
@NullMarked
package dev.weir.files.sbatch;

import org.jspecify.annotations.NullMarked;
