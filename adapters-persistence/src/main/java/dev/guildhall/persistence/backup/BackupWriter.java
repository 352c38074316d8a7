package dev.guildhall.persistence.backup;

import dev.guildhall.persistence.folder.PrivateFile;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.secret.SecretKeyFile;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * Writes a backup: a tar archive, compressed with gzip, whose last entry is the digest of all others, and on a second
 * line the same sealed with the secret key. Only its owner
 * can read it. It has a temporary name until it is complete. Used by one thread.
 */
final class BackupWriter implements AutoCloseable {
    static final String MANIFEST = "manifest.json";
    static final String END = "end.json";
    static final String DATABASE = "database/";
    static final String DATA = "data/";
    static final String SECRET_KEY = DATA + SecretKeyFile.NAME;

    static final long LINK = -1;
    /** What the sealed digest is. */
    static final String SEAL = "backup";

    private static final int BUFFER = 128 * 1024;

    private final Path file;
    private final Path unfinished;
    private final FileChannel channel;
    private final TarArchiveOutputStream tar;
    private final EntryDigest digest = new EntryDigest();
    private final byte[] buffer = new byte[BUFFER];

    private BackupWriter(Path file, Path unfinished) throws IOException {
        this.file = file;
        this.unfinished = unfinished;
        channel = FileChannel.open(unfinished, StandardOpenOption.WRITE);
        GzipParameters fast = new GzipParameters();
        fast.setCompressionLevel(Deflater.BEST_SPEED);
        fast.setBufferSize(BUFFER);
        tar = new TarArchiveOutputStream(
                new GzipCompressorOutputStream(
                        new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER), fast),
                StandardCharsets.UTF_8.name());
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        tar.setAddPaxHeadersForNonAsciiNames(true);
    }

    /** Begins a backup; the file must not exist. */
    static BackupWriter create(Path file) throws IOException {
        if (Files.exists(file)) {
            throw new BackupFailure(file + " exists already: name another file");
        }
        Path unfinished = Files.createTempFile(
                file.toAbsolutePath().getParent(), "." + file.getFileName() + ".", ".part", PrivateFile.OWNER_ONLY);
        // A signal ends the process without closing this writer.
        unfinished.toFile().deleteOnExit();
        return new BackupWriter(file, unfinished);
    }

    void add(String name, byte[] content, int length) throws IOException {
        add(new TarArchiveEntry(name), new ByteArrayInputStream(content, 0, length), length);
    }

    /**
     * Adds a file.
     *
     * @param content has at least that many bytes
     */
    void addFile(String name, int mode, InputStream content, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setMode(mode);
        add(entry, content, size);
    }

    void addLink(String name, String target) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        entry.setLinkName(target);
        byte[] bytes = target.getBytes(StandardCharsets.UTF_8);
        digest.begin(name, LINK);
        digest.update(bytes, 0, bytes.length);
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
    }

    private void add(TarArchiveEntry entry, InputStream content, long size) throws IOException {
        entry.setSize(size);
        digest.begin(entry.getName(), size);
        tar.putArchiveEntry(entry);
        for (long left = size; left > 0; ) {
            int read = content.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw new BackupFailure(entry.getName() + " became shorter while it was copied: run the backup again");
            }
            digest.update(buffer, 0, read);
            tar.write(buffer, 0, read);
            left -= read;
        }
        tar.closeArchiveEntry();
    }

    /**
     * Completes the backup, and gives it its name when it is on the disk.
     *
     * @param key seals the digest, so that a restore with this key refuses a changed backup; absent without a key
     */
    void finish(Optional<SecretBox> key) throws IOException {
        String value = digest.value();
        String seal = key.map(box -> "\n" + box.seal(value, SEAL)).orElse("");
        byte[] end = (value + seal).getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry last = new TarArchiveEntry(END);
        last.setSize(end.length);
        tar.putArchiveEntry(last);
        tar.write(end);
        tar.closeArchiveEntry();
        tar.finish();
        tar.flush();
        tar.close();
        try (FileChannel written = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            written.force(true);
        }
        PrivateFile.move(unfinished, file);
    }

    /** Deletes an incomplete backup. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(unfinished);
    }
}
