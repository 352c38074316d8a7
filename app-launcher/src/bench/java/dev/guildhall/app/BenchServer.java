package dev.guildhall.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A server to measure, in a process of its own, on the embedded PostgreSQL with fsync. It shares the processors with
 * its clients.
 */
final class BenchServer implements AutoCloseable {
    static final String PASSWORD = "correct horse battery";

    private final ServerProcess process;

    private BenchServer(ServerProcess process) {
        this.process = process;
    }

    /** A server without rate limits, unless the settings contain some. */
    static BenchServer start(Map<String, String> more) {
        Path folder = temporary();
        Map<String, String> settings = new HashMap<>(Map.of(
                "GUILDHALL_DATA_DIR", folder.resolve("data").toString(),
                "GUILDHALL_PORT", "0",
                "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                "GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0"));
        settings.putAll(more);
        return new BenchServer(ServerProcess.startUnwatched(folder, options(), settings));
    }

    /** A server whose models belong to a provider with OpenAI's API on loopback; rate limits are counted. */
    static BenchServer withModels(int providerPort, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "GUILDHALL_LLM_PROVIDER",
                "openai",
                "GUILDHALL_LLM_BASE_URL",
                "http://127.0.0.1:" + providerPort + "/v1",
                "GUILDHALL_LLM_MODEL",
                "fast",
                "GUILDHALL_RATE_LIMIT_PER_MINUTE",
                "1000000000"));
        settings.putAll(more);
        return start(settings);
    }

    /** Further options of the server's virtual machine, for example to record a profile: {@code -Dserver.options=…}. */
    private static List<String> options() {
        String given = System.getProperty("server.options", "").strip();
        return given.isEmpty() ? List.of() : List.of(given.split("\\s+"));
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("guildhall-bench-");
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    int port() {
        return URI.create(process.root()).getPort();
    }

    /** The response to a registration: a JSON body with tokens. */
    String register(int number) {
        try (Connection connection = new Connection(port())) {
            return connection
                    .send(Connection.post("/api/v1/auth/register", credentials(number)))
                    .body();
        }
    }

    /** The credentials of a registered user. */
    static String credentials(int number) {
        return "{\"email\":\"p" + number + "@example.org\",\"password\":\"" + PASSWORD + "\"}";
    }

    /** The text in a field of a JSON body. */
    static String field(String json, String name) {
        int start = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
        return json.substring(start, json.indexOf('"', start));
    }

    /** The heap in use after a garbage collection, in KiB. */
    long heapInUse() {
        process.diagnose("GC.run");
        String info = process.diagnose("GC.heap_info");
        return Long.parseLong(info.replaceFirst("(?s).*? used (\\d+)K.*", "$1"));
    }

    /** The memory of the process that is resident now, in KiB, as Linux states it. */
    long residentMemory() {
        try {
            String status = Files.readString(Path.of("/proc/" + process.pid() + "/status"));
            return Long.parseLong(status.replaceFirst("(?s).*VmRSS:\\s+(\\d+) kB.*", "$1"));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
