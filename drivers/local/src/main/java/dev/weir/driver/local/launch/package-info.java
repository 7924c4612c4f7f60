/**
 * From a job and its placement to files from which a supervisor can start: environment, devices,
 * rendezvous, secrets, folders and the record by which a restarted server knows what it was.
 */
@NullMarked
package dev.weir.driver.local.launch;

import org.jspecify.annotations.NullMarked;
