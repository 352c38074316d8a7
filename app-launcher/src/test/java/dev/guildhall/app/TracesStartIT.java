package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TracesStartIT {
    @TempDir
    private Path folder;

    private Map<String, String> settings(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("GUILDHALL_DATABASE_URL", "memory");
        settings.put("GUILDHALL_EMBEDDINGS", "off");
        settings.put("GUILDHALL_PORT", "0");
        return settings;
    }

    /** The names of all classes that a server loads until it has responded and stopped. */
    private String loaded(Map<String, String> more) throws IOException {
        Path classes = folder.resolve("classes.txt");
        List<String> options = List.of("-XX:TieredStopAtLevel=1", "-Xlog:class+load:file=" + classes);
        try (ServerProcess server = ServerProcess.start(folder, options, settings(more))) {
            Web ada = new Web(server.address("account"));
            ada.register();
            ada.post(server.address("agent") + "/api/chat", ada.question("hello", ""));
        }
        return Files.readString(classes);
    }

    @Test
    void without_an_endpoint_nothing_of_it_is_loaded() throws IOException {
        assertThat(loaded(Map.of("OTEL_SERVICE_NAME", "hall")))
                .contains("dev.guildhall.app.Main ")
                .doesNotContain("io.opentelemetry.")
                .doesNotContain("dev.guildhall.integrations.otlp.Delivery ");
    }

    @Test
    void with_an_endpoint_answers_are_sent_there_before_the_server_stops() throws IOException {
        BlockingQueue<String> keys = new LinkedBlockingQueue<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        receiver.createContext("/v1/traces", exchange -> {
            exchange.getRequestBody().readAllBytes();
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("api-key")));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();

        String classes = loaded(Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://127.0.0.1:" + receiver.getAddress().getPort(),
                "OTEL_EXPORTER_OTLP_HEADERS",
                "api-key=of-a-test"));
        receiver.stop(0);

        assertThat(classes).contains("io.opentelemetry.exporter");
        assertThat(keys).isNotEmpty().containsOnly("of-a-test");
    }
}
