package dev.guildhall.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.NodeScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of the pages, checked by TypeScript and ESLint from npm with the configurations in {@code src/test/web}. */
class WebSourcesIT {
    private static final Path SOURCES = Path.of("src/main/resources/web");
    private static final Path CONFIGURATIONS = Path.of("src/test/web");

    /** The configurations, the sources as its folder {@code web}, and the packages. */
    @TempDir
    static Path folder;

    @BeforeAll
    static void copy() throws IOException {
        NodeScript.packagesWith("typescript");
        Path packages = NodeScript.packagesWith("eslint");
        copy(CONFIGURATIONS, folder);
        copy(SOURCES, folder.resolve("web"));
        Files.createSymbolicLink(folder.resolve("node_modules"), packages.resolve("node_modules"));
    }

    /** Before the folder is deleted, which would warn of a link that leads out of it. */
    @AfterAll
    static void unlink() throws IOException {
        Files.deleteIfExists(folder.resolve("node_modules"));
    }

    @Test
    void their_types_agree() throws IOException, InterruptedException {
        assertThat(findings("typescript/bin/tsc", "--project", "tsconfig.json")).isEmpty();
    }

    @Test
    void they_keep_the_rules() throws IOException, InterruptedException {
        assertThat(findings("eslint/bin/eslint.js", "web")).isEmpty();
    }

    /** What a program prints about the sources; it prints nothing when it finds nothing. */
    private static String findings(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(NodeScript.node().toString());
        command.add("node_modules/" + program);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        return exit == 0 ? printed : "exit " + exit + ": " + printed;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    Path target = to.resolve(from.relativize(file));
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            });
        }
    }
}
