package dev.guildhall.app;

import dev.guildhall.persistence.db.Schema;
import dev.guildhall.persistence.embedded.PostgresProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files that all servers of tests share, made by one server before the first of them: the JDK's ahead-of-time cache
 * of their classes (JEP 483), which halves the processor time of a start, and PostgreSQL's programs and a database with
 * empty tables, which halves that of a first start. It is made again when a class or a library has changed. Thread-safe;
 * several test JVMs share one.
 */
public final class ServerCache {
    private static final Path PARENT = Path.of("target", "server-cache").toAbsolutePath();
    private static final ServerCache INSTANCE = load();

    private final Path folder;

    private ServerCache(Path folder) {
        this.folder = folder;
    }

    public static ServerCache get() {
        return INSTANCE;
    }

    /** The class path of this JVM with jars instead of directories, which the cache does not support. */
    public String classPath() {
        return elements()
                .map(element -> Files.isDirectory(element) ? jar(element) : element)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The options that make a virtual machine use the cache, without a message when it cannot. */
    public List<String> options() {
        return List.of("-XX:AOTCache=" + cache(), "-Xlog:disable");
    }

    private Path postgres() {
        try (Stream<Path> entries = Files.list(data().resolve("postgres"))) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("postgres-"))
                    .findAny()
                    .orElseThrow();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Copies PostgreSQL's programs and a database with empty tables into a new data directory. */
    void lendPostgres(Path data) throws IOException {
        Path home = withPrograms(data);
        for (String name : List.of("password", "app-password", "data")) {
            Path from = empty().resolve("postgres").resolve(name);
            try (Stream<Path> tree = Files.walk(from)) {
                for (Path file : tree.toList()) {
                    Files.copy(
                            file,
                            home.resolve(name).resolve(from.relativize(file)),
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    private Path withPrograms(Path data) throws IOException {
        Path home = Files.createDirectories(
                data.resolve("postgres"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(home.resolve(postgres().getFileName()), postgres());
        return home;
    }

    private Path empty() {
        return folder.resolve("empty");
    }

    private Path cache() {
        return folder.resolve("classes.aot");
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path jar(Path directory) {
        return folder.resolve(Integer.toHexString(directory.hashCode()) + ".jar");
    }

    private static Stream<Path> elements() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists);
    }

    private static ServerCache load() {
        try {
            Files.createDirectories(PARENT);
            try (FileChannel lock = FileChannel.open(
                            PARENT.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = lock.lock()) {
                ServerCache cache = new ServerCache(PARENT.resolve(fingerprint()));
                if (held.isValid() && !Files.exists(cache.cache())) {
                    cache.make();
                }
                return cache;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Computed from the current class path. */
    private static String fingerprint() throws IOException {
        List<String> files = new ArrayList<>();
        for (Path element : elements().toList()) {
            try (Stream<Path> tree = Files.walk(element)) {
                for (Path file : tree.filter(Files::isRegularFile).sorted().toList()) {
                    files.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
                }
            }
        }
        return HexFormat.of().toHexDigits(files.hashCode());
    }

    /** Runs a server as tests do, registers a user, and stops. */
    private void make() throws IOException {
        Files.createDirectories(folder);
        for (Path directory : elements().filter(Files::isDirectory).toList()) {
            ToolProvider.findFirst("jar")
                    .orElseThrow()
                    .run(
                            System.out,
                            System.err,
                            "-c",
                            "-f",
                            jar(directory).toString(),
                            "-C",
                            directory.toString(),
                            ".");
        }
        Map<String, String> settings =
                Map.of("GUILDHALL_DATA_DIR", data().toString(), "GUILDHALL_PORT", "0", "GUILDHALL_EMBEDDINGS", "off");
        List<String> options = List.of("-XX:AOTCacheOutput=" + cache(), "-Xlog:disable");
        try (ServerProcess server = ServerProcess.train(folder, options, classPath(), settings)) {
            Web ada = new Web(server.address("account"));
            ada.register();
            ada.post(server.address("agent") + "/api/chat", ada.question("What is 12*12? Use the calculator.", ""));
        }
        withPrograms(empty());
        try (PostgresProcess postgres = PostgresProcess.start(empty())) {
            Schema.migrate(postgres.url(), 1);
        }
    }
}
