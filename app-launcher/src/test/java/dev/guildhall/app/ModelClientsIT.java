package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.contract.Needs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients of OpenAI, Anthropic, the AI SDK and LangChain in front of a scripted provider of each protocol; the script
 * compares what both sides send and receive.
 */
class ModelClientsIT {
    private static final int PATIENCE_SECONDS = 120;

    @Test
    void clients_of_four_projects_lose_nothing_on_the_way(@TempDir Path folder) throws Exception {
        int port = freePort();
        String provider = "http://127.0.0.1:" + port;
        Path routes = Files.writeString(folder.resolve("routes.json"), """
            {"gpt": {"deployments": [{"provider": "openai", "baseUrl": "%1$s/v1", "model": "gpt-x"}]},
             "claude": {"deployments": [{"provider": "anthropic", "baseUrl": "%1$s/anthropic", "model": "claude-x"}]}}
            """.formatted(provider));
        Map<String, String> settings = Map.of(
                "GUILDHALL_PORT",
                "0",
                "GUILDHALL_DATABASE_URL",
                "memory",
                "GUILDHALL_LLM_PROVIDER",
                "openai",
                "GUILDHALL_LLM_BASE_URL",
                provider + "/v1",
                "GUILDHALL_LLM_ROUTES",
                routes.toString(),
                "GUILDHALL_EMBEDDINGS",
                "provider");

        try (InProcessServer server = InProcessServer.start(folder, settings)) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();

            assertThat(output(folder, Integer.toString(port), server.root(), ada.token()))
                    .isEqualTo("10 checks passed\n");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String output(Path folder, String port, String root, String token) throws Exception {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        "node",
                        Path.of("src", "test", "resources", "clients", "clients.mjs")
                                .toAbsolutePath()
                                .toString(),
                        packages().toString(),
                        port,
                        root,
                        token)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as(Files.readString(output)).isTrue();
        return Files.readString(output);
    }

    private static Path packages() {
        Optional<Path> packages = Optional.ofNullable(System.getenv("GUILDHALL_TEST_NPM"))
                .map(Path::of)
                .filter(folder ->
                        Files.isDirectory(folder.resolve("node_modules").resolve("ai")));
        return Needs.orSkip(packages, "there are no clients in GUILDHALL_TEST_NPM");
    }
}
