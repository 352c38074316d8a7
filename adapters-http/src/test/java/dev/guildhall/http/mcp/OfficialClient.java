package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.ports.contract.Needs;
import java.io.IOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The protocol's own TypeScript client, in a process of its own. */
final class OfficialClient implements AutoCloseable {
    private static final String SDK = "node_modules/@modelcontextprotocol/sdk/package.json";
    private static final int PATIENCE_S = 60;

    private final Process process;
    private final Path output;

    private OfficialClient(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Begins to use a server; skips the test where there is no Node.js or no client. */
    static OfficialClient start(Path folder, String address, String token) throws IOException, URISyntaxException {
        Path packages = packages();
        Needs.orSkip(
                Optional.of(packages.resolve(SDK)).filter(Files::isRegularFile),
                "needs @modelcontextprotocol/sdk in " + packages + "; .ci/run puts it there");
        Path node = Needs.orSkip(program("node"), "needs Node.js");
        Path script =
                Path.of(OfficialClient.class.getResource("/mcp/client.cjs").toURI());
        Path output = folder.resolve("output.json");
        Process process = new ProcessBuilder(node.toString(), script.toString(), packages.toString(), address, token)
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        return new OfficialClient(process, output);
    }

    private static Path packages() {
        return Optional.ofNullable(System.getenv("GUILDHALL_TEST_NPM"))
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache", "guildhall", "test-npm"));
    }

    private static Optional<Path> program(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(":"))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Has it cancel the call that waits. */
    void cancel() throws IOException {
        try (Writer input = process.outputWriter(StandardCharsets.UTF_8)) {
            input.write("cancel\n");
        }
    }

    /** What it got, once it has ended by itself. */
    JsonNode seen() throws IOException, InterruptedException {
        assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(output.resolveSibling("errors.txt")))
                .isZero();
        return new ObjectMapper().readTree(output.toFile());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
