package dev.weir.traces;

/**
 * A file that a trace was read from.
 *
 * @param role {@code nodes} or {@code jobs}
 * @param file its name as it was given
 * @param bytes length of the content; of a gzip file after decompression
 * @param sha256 SHA-256 of that content, 64 hexadecimal digits, so that a table and its gzip file
 *     have the same
 * @param rows rows in the file, without the header
 * @param kept rows that became jobs or nodes; all of them unless faulty rows were left out on
 *     request
 */
public record TraceFile(
    String role, String file, long bytes, String sha256, long rows, long kept) {}
