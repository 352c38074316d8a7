package dev.guildhall.integrations.mcp;

import dev.guildhall.testkit.contract.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The reference server of the protocol's authors, which uses all its features: from npm, in a process of its own. */
public final class EverythingServer implements AutoCloseable {
    private static final String SCRIPT = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

    private final Process process;
    private final URI address;

    private EverythingServer(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /**
     * The command that starts it; without Node.js or its packages the test is skipped, or fails where all are required.
     */
    public static List<String> command(String transport) {
        Path script = Needs.orSkip(
                Optional.of(packages().resolve(SCRIPT)).filter(Files::isRegularFile),
                "needs the npm packages of src/test/npm in " + packages() + "; .ci/run puts them there");
        Path node = Needs.orSkip(program("node"), "needs Node.js");
        return List.of(node.toString(), script.toString(), transport);
    }

    /** One that listens on loopback. */
    static EverythingServer overHttp() {
        try {
            int port = freePort();
            ProcessBuilder builder = new ProcessBuilder(command("streamableHttp"));
            builder.environment().put("PORT", String.valueOf(port));
            builder.redirectErrorStream(true);
            Process process = builder.start();
            awaitListening(process);
            return new EverythingServer(process, URI.create("http://127.0.0.1:" + port + "/mcp"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    URI address() {
        return address;
    }

    private static void awaitListening(Process process) {
        BufferedReader printed = process.inputReader(StandardCharsets.UTF_8);
        boolean listens = printed.lines().anyMatch(line -> line.contains("listening on port"));
        if (!listens) {
            throw new AssertionError("the server did not start");
        }
        Thread.ofPlatform().daemon().start(() -> printed.lines().forEach(line -> {}));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Path packages() {
        return environment("GUILDHALL_TEST_NPM")
                .map(Path::of)
                .orElseGet(() -> environment("XDG_CACHE_HOME")
                        .map(Path::of)
                        .orElse(Path.of(System.getProperty("user.home"), ".cache"))
                        .resolve("guildhall/test-npm"));
    }

    private static Optional<Path> program(String name) {
        return environment("PATH").stream()
                .flatMap(path -> Arrays.stream(path.split(":")))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Optional<String> environment(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
