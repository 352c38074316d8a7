package dev.guildhall.persistence.backup;

import dev.guildhall.ports.run.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The digest of all entries of a backup, with their names and sizes. Its value is in the last entry. */
final class EntryDigest {
    private final MessageDigest digest = Sha256.start();
    private long entries;

    void begin(String name, long size) {
        entries++;
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update(
                ByteBuffer.allocate(1 + Long.BYTES).put((byte) 0).putLong(size).array());
    }

    void update(byte[] content, int offset, int length) {
        digest.update(content, offset, length);
    }

    /** The content of the last entry. */
    String value() {
        return "{\"entries\":" + entries + ",\"sha256\":\""
                + Sha256.of(digest, new byte[0]).value() + "\"}";
    }
}
