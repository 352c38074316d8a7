package dev.guildhall.persistence.folder;

import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A small secret in a file that only its owner can read. */
public final class PrivateFile {
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    /** Access to a new file for its owner only. */
    public static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** Access to a new folder, or to a file that can be executed, for its owner only. */
    public static final FileAttribute<?> OWNER_ONLY_EXECUTABLE = PosixFilePermissions.asFileAttribute(OWNERS);

    private PrivateFile() {}

    /**
     * Reads the file; creates it first if it does not exist. If several processes create it at once, one wins and all
     * read its text.
     */
    public static String readOrCreate(Path file, Supplier<String> text) {
        try {
            if (!Files.exists(file)) {
                create(file, text.get());
            }
            return read(file);
        } catch (IOException unreadable) {
            throw new DatabaseStartException(
                    "cannot read or create " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    /** Replaces the content of a file atomically: after a crash the file has either the old text or the new one. */
    public static void replace(Path file, String text) {
        Path written = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(written);
            create(written, text);
            move(written, file);
        } catch (IOException failed) {
            throw new DatabaseStartException("cannot write " + file + ": " + failed, failed);
        }
    }

    /** Renames a file and replaces an existing one; the new name is durable afterwards. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync(to.toAbsolutePath().getParent());
    }

    /** Deletes a file durably; does nothing if it does not exist. */
    public static void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        sync(file.toAbsolutePath().getParent());
    }

    /** Forces the folder to the disk: a file's name is durable only when its folder is. */
    private static void sync(@Nullable Path folder) throws IOException {
        if (folder != null) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** Creates a folder and its parents with access for the owner only; does not change an existing folder. */
    public static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, OWNER_ONLY_EXECUTABLE);
    }

    /**
     * The real path of such a folder, which it creates.
     *
     * @throws DatabaseStartException when it cannot be created
     */
    public static Path folder(Path folder) {
        try {
            createFolder(folder);
            return folder.toRealPath();
        } catch (IOException unusable) {
            throw new DatabaseStartException("cannot create the folder " + folder + ": " + unusable, unusable);
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!OWNERS.containsAll(permissions)) {
                throw new DatabaseStartException(file + " is open to other users ("
                        + PosixFilePermissions.toString(permissions) + "): run chmod 600 " + file);
            }
        }
    }

    private static void create(Path file, String text) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, OWNER_ONLY)) {
            channel.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        } catch (FileAlreadyExistsException createdConcurrently) {
            // The secret of the other process is equally good, and all processes use that one.
        }
    }

    /**
     * Reads the file.
     *
     * @throws DatabaseStartException when the file is empty, or users other than its owner have access to it
     */
    public static String read(Path file) throws IOException {
        requirePrivate(file);
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        if (text.isEmpty()) {
            throw new DatabaseStartException(
                    file + " is empty; restore the secret, or delete the file to create a new one");
        }
        return text;
    }
}
