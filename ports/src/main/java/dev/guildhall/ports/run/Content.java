package dev.guildhall.ports.run;

import java.io.InputStream;

/**
 * Content that is being read; the caller closes the stream.
 *
 * @param size in bytes
 * @param stream from its beginning; skipping does not read the skipped bytes
 */
public record Content(long size, InputStream stream) {}
