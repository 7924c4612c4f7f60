package dev.weir.traces;

import java.util.List;

/**
 * What one pass over the bytes of a CSV file found.
 *
 * @param header the column names; empty when the file is empty
 * @param headerBroken whether the header is not sound
 * @param rows sound records after the header
 * @param faulty records that are not sound: quoting, encoding or number of fields
 * @param places lines of the sound records
 * @param asItIs whether DuckDB may read the file itself; otherwise only a copy of the sound records
 *     says the same to it
 * @param lineEnd line end of the file
 * @param bytes length of the content
 * @param sha256 of the content
 */
record CsvShape(
    List<String> header,
    boolean headerBroken,
    long rows,
    long faulty,
    Places.Lines places,
    boolean asItIs,
    String lineEnd,
    long bytes,
    String sha256) {}
