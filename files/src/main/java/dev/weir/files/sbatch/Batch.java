package dev.weir.files.sbatch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.files.document.JobFile;
import java.util.List;

/**
 * What a script asks for.
 *
 * @param document the job file that says the same, as JSON
 * @param job the same as it was read
 * @param notices in the order of the script
 * @param singleton no other job of the same name and user may live; who submits it knows them
 * @param waitForEnd who submits it waits for its end
 */
public record Batch(
    ObjectNode document,
    JobFile job,
    List<Notice> notices,
    boolean singleton,
    boolean waitForEnd) {}
