package dev.guildhall.persistence.backup;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/** Reads a backup from its beginning to its end, and checks the digest of its entries. Used by one thread. */
final class BackupReader {
    private static final int BUFFER = 128 * 1024;
    private static final int MAX_MANIFEST = 4 * 1024 * 1024;

    private final Path file;
    private final InputStream unpacked;
    private final EntryDigest digest = new EntryDigest();

    private BackupReader(Path file, InputStream unpacked) {
        this.file = file;
        this.unpacked = unpacked;
    }

    /**
     * An entry after the manifest.
     *
     * @param link the target of a symbolic link; empty for a file
     */
    record Entry(String name, int mode, Optional<String> link) {}

    /**
     * A backup that was read to its end.
     *
     * @param digest of all entries
     * @param seal the digest as the installation's secret key sealed it; absent in a backup without a key, and in those
     *     of earlier versions
     */
    record Whole(BackupManifest manifest, String digest, Optional<String> seal) {}

    /** Takes the entries one by one. */
    @FunctionalInterface
    interface EntrySink {
        /** Takes an entry; an exception means that it cannot be written somewhere else. */
        void accept(Entry entry, InputStream content) throws IOException, SQLException;
    }

    /**
     * Reads the whole backup.
     *
     * @throws BackupFailure when it is no backup, or is cut short or damaged; the sink has then had some entries
     */
    static Whole read(Path file, EntrySink sink) throws IOException, SQLException {
        try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            InputStream unpacked = unpacked(file, bytes);
            TarArchiveInputStream tar = new TarArchiveInputStream(unpacked, StandardCharsets.UTF_8.name());
            return new BackupReader(file, unpacked).read(tar, sink);
        } catch (NoSuchFileException missing) {
            throw new BackupFailure("there is no file " + file, missing);
        }
    }

    private static InputStream unpacked(Path file, InputStream bytes) {
        try {
            return new GZIPInputStream(bytes, BUFFER);
        } catch (IOException noArchive) {
            throw noBackup(file, noArchive);
        }
    }

    private static BackupFailure noBackup(Path file, @Nullable Throwable cause) {
        return new BackupFailure(file + " is no backup of Guildhall", cause);
    }

    private Whole read(TarArchiveInputStream tar, EntrySink sink) throws IOException, SQLException {
        BackupManifest manifest = manifest(tar);
        for (TarArchiveEntry entry = next(tar); entry != null; entry = next(tar)) {
            if (entry.getName().equals(BackupWriter.END)) {
                String value = digest.value();
                return new Whole(manifest, value, seal(tar, value));
            }
            Content content = new Content(tar);
            sink.accept(begun(entry), content);
            content.transferTo(OutputStream.nullOutputStream());
        }
        throw BackupFailure.damaged(file, null);
    }

    private Entry begun(TarArchiveEntry entry) {
        if (!entry.isSymbolicLink()) {
            digest.begin(entry.getName(), entry.getSize());
            return new Entry(entry.getName(), entry.getMode(), Optional.empty());
        }
        byte[] target = entry.getLinkName().getBytes(StandardCharsets.UTF_8);
        digest.begin(entry.getName(), BackupWriter.LINK);
        digest.update(target, 0, target.length);
        return new Entry(entry.getName(), entry.getMode(), Optional.of(entry.getLinkName()));
    }

    private BackupManifest manifest(TarArchiveInputStream tar) {
        TarArchiveEntry first = next(tar);
        if (first == null || !first.getName().equals(BackupWriter.MANIFEST) || first.getSize() > MAX_MANIFEST) {
            throw noBackup(file, null);
        }
        digest.begin(first.getName(), first.getSize());
        String json = new String(new Content(tar).readAllBytes(), StandardCharsets.UTF_8);
        try {
            return BackupManifest.of(json);
        } catch (BackupFailure other) {
            throw other;
        } catch (RuntimeException noManifest) {
            throw BackupFailure.damaged(file, noManifest);
        }
    }

    private Optional<String> seal(TarArchiveInputStream tar, String value) {
        try {
            List<String> lines = new String(tar.readNBytes(MAX_MANIFEST), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            if (lines.isEmpty() || !lines.getFirst().equals(value) || tar.getNextEntry() != null) {
                throw BackupFailure.damaged(file, null);
            }
            // The checksum of the whole file comes last.
            unpacked.transferTo(OutputStream.nullOutputStream());
            return lines.stream().skip(1).findFirst();
        } catch (IOException cut) {
            throw BackupFailure.damaged(file, cut);
        }
    }

    private @Nullable TarArchiveEntry next(TarArchiveInputStream tar) {
        try {
            return tar.getNextEntry();
        } catch (IOException | IllegalArgumentException cut) {
            throw BackupFailure.damaged(file, cut);
        }
    }

    /** The content of an entry, whose bytes go into the digest; a failure to read means that the backup is damaged. */
    private final class Content extends InputStream {
        private final InputStream tar;

        Content(InputStream tar) {
            this.tar = tar;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            try {
                int read = tar.read(bytes, offset, length);
                digest.update(bytes, offset, Math.max(0, read));
                return read;
            } catch (IOException cut) {
                throw BackupFailure.damaged(file, cut);
            }
        }

        @Override
        public byte[] readAllBytes() {
            try {
                return super.readAllBytes();
            } catch (IOException cut) {
                throw BackupFailure.damaged(file, cut);
            }
        }
    }
}
