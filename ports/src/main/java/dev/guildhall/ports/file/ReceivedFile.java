package dev.guildhall.ports.file;

import dev.guildhall.ports.run.Sha256;

/**
 * Content that the server has received and no user owns yet; it is removed after an hour unless {@code Files.keep}
 * stores it.
 *
 * @param name the name that the user gave it
 * @param size in bytes
 * @param contentType a media type, detected from the content
 * @param sha256 the digest of the content
 */
public record ReceivedFile(FileName name, long size, String contentType, Sha256 sha256) {}
