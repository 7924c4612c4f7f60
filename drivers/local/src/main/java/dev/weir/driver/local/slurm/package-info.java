/**
 * What a batch script of Slurm finds around it when it runs on this machine: variables, and
 * stand-ins for {@code srun} and {@code scontrol} first on its path. How its directives are read
 * does not live here but in {@code files}.
 */
@NullMarked
package dev.weir.driver.local.slurm;

import org.jspecify.annotations.NullMarked;
