package dev.guildhall.ports.file;

import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;

/**
 * Content that the server has received and no user owns yet; it is removed after an hour unless {@code Files.keep}
 * stores it or {@code Files.discard} removes it before.
 *
 * @param name the name that the user gave it
 * @param contentType a media type, detected from the content
 * @param written the content in the storage
 */
public record ReceivedFile(FileName name, String contentType, BlobStore.Written written) {
    /** The number of bytes. */
    public long size() {
        return written.blob().size();
    }

    /** The digest of the content. */
    public Sha256 sha256() {
        return written.blob().content();
    }
}
