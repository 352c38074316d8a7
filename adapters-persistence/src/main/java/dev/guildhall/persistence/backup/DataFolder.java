package dev.guildhall.persistence.backup;

import dev.guildhall.persistence.disk.DiskBlobStore;
import dev.guildhall.persistence.disk.SweepLock;
import dev.guildhall.persistence.folder.PrivateFile;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of an installation.
 *
 * @param path the data folder
 * @param contents the folders in it that a {@code DiskBlobStore} has
 * @param skipped the names in it that a backup leaves out
 */
public record DataFolder(Path path, List<String> contents, Set<String> skipped) {
    private static final String RESTORING = "restore.unfinished";

    public DataFolder {
        contents = List.copyOf(contents);
        skipped = Set.copyOf(skipped);
    }

    /** Whether a restore into a folder was interrupted. */
    public static boolean isIncomplete(Path folder) {
        return Files.exists(folder.resolve(RESTORING));
    }

    /** Records that the content is incomplete. */
    void beginRestore() {
        PrivateFile.readOrCreate(path.resolve(RESTORING), () -> "restoring");
    }

    /** Records that the content is complete. */
    void endRestore() throws IOException {
        PrivateFile.delete(path.resolve(RESTORING));
    }

    /**
     * Writes all files into a backup. A file that disappears meanwhile is left out.
     *
     * @param except further names in the folder that are left out
     * @return the number of files, without links
     */
    long write(Set<String> except, BackupWriter backup) throws IOException {
        Set<Path> left = new HashSet<>();
        skipped.forEach(name -> left.add(path.resolve(name)));
        except.forEach(name -> left.add(path.resolve(name)));
        contents.forEach(name -> {
            left.add(path.resolve(name).resolve(DiskBlobStore.UNFINISHED));
            left.add(path.resolve(name).resolve(SweepLock.NAME));
        });
        Writing writing = new Writing(path, left, backup);
        Files.walkFileTree(path, writing);
        return writing.files;
    }

    private static final class Writing extends SimpleFileVisitor<Path> {
        private final Path root;
        private final Set<Path> left;
        private final BackupWriter backup;
        private long files;

        Writing(Path root, Set<Path> left, BackupWriter backup) {
            this.root = root;
            this.left = left;
            this.backup = backup;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return left.contains(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (left.contains(file)) {
                return FileVisitResult.CONTINUE;
            }
            String name = BackupWriter.DATA + root.relativize(file);
            if (attributes.isSymbolicLink()) {
                backup.addLink(name, Files.readSymbolicLink(file).toString());
            } else if (attributes.isRegularFile()) {
                add(name, file);
            }
            return FileVisitResult.CONTINUE;
        }

        private void add(String name, Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                boolean executable = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)
                        .contains(PosixFilePermission.OWNER_EXECUTE);
                backup.addFile(name, executable ? 0700 : 0600, Channels.newInputStream(channel), channel.size());
                files++;
            } catch (NoSuchFileException deleted) {
                // A file that the database refers to is not deleted during a backup.
            }
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null && !(failure instanceof NoSuchFileException)) {
                throw failure;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
