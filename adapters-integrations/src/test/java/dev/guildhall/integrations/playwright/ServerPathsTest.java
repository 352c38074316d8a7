package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.SuiteName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerPathsTest {
    @TempDir
    Path folder;

    private Path suite() throws IOException {
        return Files.createDirectories(folder.resolve("sü (1)/one")).toRealPath();
    }

    private ServerPaths paths(RunFolder run) throws IOException {
        Launcher.Launch launch = new Launcher.Launch(
                SuiteFile.read(new SuiteName("one"), suite()),
                suite(),
                folder.resolve("p/node_modules/@playwright/test"),
                run,
                Map.of(),
                Map.of(),
                List.of(),
                Optional.empty(),
                1);
        return ServerPaths.of(launch, new Playwright(folder.resolve("p"), Map.of(), Optional.empty()));
    }

    @Test
    void paths_become_relative_to_the_suite() throws IOException {
        try (RunFolder run = RunFolder.in(new ServerFolder(folder.resolve("t")))) {
            Path output = run.path().resolve("output/a.png");
            Path root = suite().relativize(Path.of("/"));

            String hidden = paths(run)
                    .hide(String.join(
                            "\n",
                            suite() + "/a.ts:1:2",
                            suite().resolve("a.ts").toUri().toString(),
                            suite() + " and " + suite() + "-other",
                            output.toString(),
                            suite().relativize(output).toString(),
                            root + output.toString(),
                            folder.resolve("p/node_modules/x.js").toString()));

            assertThat(hidden.lines())
                    .containsExactly(
                            "a.ts:1:2",
                            "a.ts",
                            ". and ../one-other",
                            "output/a.png",
                            "output/a.png",
                            "output/a.png",
                            "node_modules/x.js");
        }
    }

    @Test
    void a_long_text_has_no_paths_and_else_the_same_bytes() throws IOException {
        try (RunFolder run = RunFolder.in(new ServerFolder(folder.resolve("t")))) {
            String line = suite() + "/ä.ts\n";
            byte[] text = (line.repeat(10_000) + "x".repeat(200_000) + "\n" + line + "\u00ff")
                    .getBytes(StandardCharsets.UTF_8);
            text[text.length - 1] = (byte) 0xff;

            byte[] hidden = paths(run).hide(new ByteArrayInputStream(text)).readAllBytes();

            assertThat(hidden[hidden.length - 1]).isEqualTo((byte) 0xff);
            assertThat(new String(hidden, 0, hidden.length - 2, StandardCharsets.UTF_8))
                    .isEqualTo("ä.ts\n".repeat(10_000) + "x".repeat(200_000) + "\nä.ts\n");
        }
    }
}
