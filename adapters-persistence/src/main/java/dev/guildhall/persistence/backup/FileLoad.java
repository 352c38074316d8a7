package dev.guildhall.persistence.backup;

import dev.guildhall.persistence.folder.PrivateFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Fills an empty data folder with the files of a backup. Used by one thread. */
final class FileLoad {
    private static final int EXECUTABLE = 0100;

    private final Path folder;
    private final Map<Path, Path> links = new LinkedHashMap<>();
    private long files;

    FileLoad(Path folder) {
        this.folder = folder;
    }

    /** Adds a file, which is on the disk afterwards, or a link. */
    void add(BackupReader.Entry entry, InputStream content) throws IOException {
        Path target = target(entry.name());
        if (entry.link().isPresent()) {
            links.put(target, Path.of(entry.link().get()));
            return;
        }
        PrivateFile.folder(target.resolveSibling(""));
        FileAttribute<?> access =
                (entry.mode() & EXECUTABLE) != 0 ? PrivateFile.OWNER_ONLY_EXECUTABLE : PrivateFile.OWNER_ONLY;
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel file = FileChannel.open(target, options, access)) {
            content.transferTo(Channels.newOutputStream(file));
            file.force(true);
        }
        if (!entry.name().equals(BackupWriter.SECRET_KEY)) {
            files++;
        }
    }

    private Path target(String name) {
        Path target = folder.resolve(name.substring(BackupWriter.DATA.length())).normalize();
        if (!target.startsWith(folder) || target.equals(folder)) {
            throw new BackupFailure("the backup names " + name + ", a path outside the data folder");
        }
        return target;
    }

    /**
     * Creates the links, after all files, so that no file is written through a link.
     *
     * @return the number of files, as {@link Backup.Summary} counts them
     */
    long finish() throws IOException {
        for (Map.Entry<Path, Path> link : links.entrySet()) {
            PrivateFile.folder(link.getKey().resolveSibling(""));
            Files.createSymbolicLink(link.getKey(), link.getValue());
        }
        return files;
    }
}
