package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.testkit.contract.Needs;
import java.io.IOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A script for Node.js that uses the server with another project's client, in a process of its own. */
public final class NodeScript implements AutoCloseable {
    private static final int PATIENCE_S = 60;

    private final Process process;
    private final Path output;

    private NodeScript(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts a script; skips the test when Node.js or the client is not installed.
     *
     * @param folder the folder for its output
     * @param script the test resource; its first argument is the folder with node_modules
     * @param client the package that it needs
     * @param arguments its further arguments
     */
    public static NodeScript start(Path folder, String script, String client, String... arguments)
            throws IOException, URISyntaxException {
        Path packages = packagesWith(client);
        List<String> command = new ArrayList<>();
        command.add(node().toString());
        command.add(Path.of(NodeScript.class.getResource(script).toURI()).toString());
        command.add(packages.toString());
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output.json");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        return new NodeScript(process, output);
    }

    /** The folder with node_modules; skips the test when it does not have a package. */
    public static Path packagesWith(String name) {
        Path packages = Optional.ofNullable(System.getenv("GUILDHALL_TEST_NPM"))
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache", "guildhall", "test-npm"));
        Path manifest = packages.resolve("node_modules").resolve(name).resolve("package.json");
        Needs.orSkip(
                Optional.of(manifest).filter(Files::isRegularFile),
                "needs " + name + " in " + packages + "; .ci/run puts it there");
        return packages;
    }

    /** The program; skips the test when it is not installed. */
    public static Path node() {
        return Needs.orSkip(program("node"), "needs Node.js");
    }

    private static Optional<Path> program(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(":"))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Writes the only line to its input; fails with the script's output when it has ended. */
    public void tell(String line) throws IOException {
        assertThat(process.isAlive()).as(errors()).isTrue();
        try (Writer input = process.outputWriter(StandardCharsets.UTF_8)) {
            input.write(line + "\n");
        }
    }

    /** The result of the script, after it has ended by itself. */
    public JsonNode seen() throws IOException, InterruptedException {
        assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(errors()).isZero();
        return new ObjectMapper().readTree(output.toFile());
    }

    private String errors() throws IOException {
        return Files.readString(output.resolveSibling("errors.txt"));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
