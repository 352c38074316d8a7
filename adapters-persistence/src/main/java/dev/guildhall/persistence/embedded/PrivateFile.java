package dev.guildhall.persistence.embedded;

import dev.guildhall.persistence.db.DatabaseStartException;
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

/** A small secret in a file that its owner alone can read. */
public final class PrivateFile {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> OWNER_ONLY_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private PrivateFile() {}

    /** The file's text; a file that does not exist is made first. Of two makers at once one wins and both read it. */
    public static String readOrMake(Path file, Supplier<String> text) {
        try {
            if (!Files.exists(file)) {
                make(file, text.get());
            }
            return read(file);
        } catch (IOException unreadable) {
            throw new DatabaseStartException(
                    "cannot read or make " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    /** Puts a text into a file, in place of what there was: whenever the machine stops, the file has the one or the other. */
    public static void replace(Path file, String text) {
        Path written = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(written);
            make(written, text);
            move(written, file);
        } catch (IOException failed) {
            throw new DatabaseStartException("cannot write " + file + ": " + failed, failed);
        }
    }

    /** Renames a file, in place of what there was. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        remember(to.toAbsolutePath().getParent());
    }

    /** Deletes a file; one that does not exist is no failure. */
    public static void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        remember(file.toAbsolutePath().getParent());
    }

    /** A name of a file is as durable as the folder that has it. */
    private static void remember(@Nullable Path folder) throws IOException {
        if (folder != null) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** Makes a folder, with those above it, that its owner alone can enter; one that exists stays as it is. */
    public static Path folder(Path folder) {
        try {
            return Files.createDirectories(folder, OWNER_ONLY_FOLDER).toRealPath();
        } catch (IOException unusable) {
            throw new DatabaseStartException("cannot make the folder " + folder + ": " + unusable, unusable);
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

    private static void make(Path file, String text) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, OWNER_ONLY)) {
            channel.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        } catch (FileAlreadyExistsException madeByAnother) {
            // The other one's secret is as good as ours, and it is the one that stays.
        }
    }

    /**
     * The file's text.
     *
     * @throws DatabaseStartException when it is empty, or others than its owner have a right to it
     */
    public static String read(Path file) throws IOException {
        requirePrivate(file);
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        if (text.isEmpty()) {
            throw new DatabaseStartException(
                    file + " is empty; put the secret back, or remove the file to make a new one");
        }
        return text;
    }
}
