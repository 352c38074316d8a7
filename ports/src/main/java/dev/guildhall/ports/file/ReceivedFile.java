package dev.guildhall.ports.file;

import dev.guildhall.ports.run.Sha256;

/**
 * Content that has been received and belongs to nobody yet; it is removed after an hour unless {@code Files.keep} keeps it.
 *
 * @param name what the user calls it
 * @param size in bytes
 * @param contentType a media type, found from the content itself
 * @param sha256 the digest of the content
 */
public record ReceivedFile(FileName name, long size, String contentType, Sha256 sha256) {}
