package dev.guildhall.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * PostgreSQL's programs as the first server of this JVM unpacked them. To unpack them takes longer than the rest of a first
 * start, so the servers after it, each on a data folder of its own, find them there already. Thread-safe.
 */
final class UnpackedPostgres {
    private static Optional<Path> kept = Optional.empty();

    private UnpackedPostgres() {}

    /** Keeps what the server with these settings, which is ready, has unpacked. */
    static synchronized void keep(Map<String, String> settings) {
        Optional<Path> unpacked = home(settings).flatMap(UnpackedPostgres::programs);
        if (kept.isEmpty() && unpacked.isPresent()) {
            kept = unpacked.map(UnpackedPostgres::copy);
        }
    }

    /** Gives the programs to the server that is about to be started with these settings, if its data folder is new. */
    static synchronized void lend(Map<String, String> settings) {
        Optional<Path> home = home(settings).filter(folder -> !Files.exists(folder.resolveSibling("")));
        kept.ifPresent(programs -> home.ifPresent(
                folder -> link(programs, folder.resolve(programs.getFileName().toString()))));
    }

    private static Optional<Path> home(Map<String, String> settings) {
        return Optional.ofNullable(settings.get("GUILDHALL_DATA_DIR"))
                .filter(folder -> !settings.containsKey("GUILDHALL_DATABASE_URL"))
                .map(folder -> Path.of(folder, "postgres"));
    }

    private static Optional<Path> programs(Path home) {
        try (Stream<Path> entries = Files.isDirectory(home) ? Files.list(home) : Stream.empty()) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("postgres-"))
                    .findAny();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path copy(Path programs) {
        try {
            Path folder = Files.createTempDirectory("guildhall-postgres-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return link(programs, folder.resolve(programs.getFileName().toString()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The same tree with the same files in it, which last until the last of their names is deleted. */
    private static Path link(Path tree, Path target) {
        try {
            Files.createDirectories(
                    target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            for (Path entry : entries(tree)) {
                Path linked = target.resolve(tree.relativize(entry));
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectories(linked);
                } else if (Files.isSymbolicLink(entry)) {
                    Files.createSymbolicLink(linked, Files.readSymbolicLink(entry));
                } else {
                    Files.createLink(linked, entry);
                }
            }
            return target;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void delete(Path folder) {
        try {
            for (Path entry : entries(folder).reversed()) {
                Files.delete(entry);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<Path> entries(Path tree) throws IOException {
        try (Stream<Path> walked = Files.walk(tree)) {
            return walked.sorted(Comparator.naturalOrder()).toList();
        }
    }
}
