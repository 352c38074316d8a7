package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.persistence.folder.Folders;
import dev.guildhall.persistence.folder.PrivateFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks PostgreSQL's programs from the archive on the class path, once for each archive. */
final class PostgresBinaries {
    private static final int OWNER_MAY_EXECUTE = 0100;

    private PostgresBinaries() {}

    /**
     * Unpacks the programs below a folder, unless an earlier call has unpacked the same archive there.
     *
     * @return the folder that contains {@code bin}
     */
    static Path unpackBelow(Path folder) {
        return unpackBelow(folder, archive());
    }

    static Path unpackBelow(Path folder, URL archive) {
        try {
            Path unpacked = folder.resolve("postgres-" + fingerprint(archive));
            if (!Files.exists(unpacked)) {
                unpack(archive, PrivateFile.folder(folder), unpacked);
            }
            return unpacked;
        } catch (IOException failed) {
            throw new DatabaseStartException("cannot unpack PostgreSQL below " + folder + ": " + failed, failed);
        }
    }

    private static URL archive() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String name = "postgres-%s-%s.txz"
                .formatted(
                        system.startsWith("mac") ? "darwin" : system,
                        machine.equals("aarch64") ? "arm_64" : machine.replace("amd64", "x86_64"));
        URL archive = PostgresBinaries.class.getClassLoader().getResource(name);
        if (archive == null) {
            throw new DatabaseStartException("there is no embedded PostgreSQL for " + system + " on " + machine
                    + "; set GUILDHALL_DATABASE_URL to a PostgreSQL server");
        }
        return archive;
    }

    /** The CRC in the jar's directory: reading it is much cheaper than hashing the archive. */
    private static String fingerprint(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        long checksum = connection instanceof JarURLConnection jar
                ? jar.getJarEntry().getCrc()
                : connection.getContentLengthLong();
        return HexFormat.of().toHexDigits(checksum, 8);
    }

    /** Unpacks into a temporary folder and renames it, so that a folder under the final name is complete. */
    private static void unpack(URL archive, Path folder, Path unpacked) throws IOException {
        Path partial = Files.createTempDirectory(folder, "unpacking-");
        try (TarArchiveInputStream entries =
                new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive.openStream())))) {
            for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                unpack(entry, entries, partial);
            }
        }
        moveIfAbsent(partial, unpacked);
    }

    /**
     * If several processes unpack at once, the first rename wins. The exception of the others differs by operating
     * system.
     */
    private static void moveIfAbsent(Path partial, Path unpacked) throws IOException {
        try {
            Files.move(partial, unpacked, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException failed) {
            Folders.delete(partial);
            if (!Files.isDirectory(unpacked)) {
                throw failed;
            }
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path folder) throws IOException {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException("the archive names " + entry.getName() + ", a path outside the target folder");
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.resolveSibling(""));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(content, target);
            boolean executable = (entry.getMode() & OWNER_MAY_EXECUTE) != 0;
            Files.setPosixFilePermissions(
                    target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }
}
