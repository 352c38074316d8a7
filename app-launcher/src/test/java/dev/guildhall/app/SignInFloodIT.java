package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The limits by address and account are off: only the bound of hashes (429) and of memory (503) refuse requests. */
@Timeout(120)
class SignInFloodIT {
    private static final int AT_ONCE = 1_000;
    private static final List<String> LITTLE_MEMORY =
            List.of("-Xmx160m", "-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    @Test
    void a_thousand_sign_ins_in_flight_are_answered_with_little_memory(@TempDir Path folder) {
        Map<String, String> settings = Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_DATA_DIR", folder.resolve("data").toString(),
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
                "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                "GUILDHALL_SIGN_IN_LIMIT_PER_MINUTE", "0");
        try (ServerProcess server = ServerProcess.start(folder, LITTLE_MEMORY, settings);
                HttpClient client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();

            List<CompletableFuture<HttpResponse<String>>> flood = IntStream.range(0, AT_ONCE)
                    .mapToObj(i -> client.sendAsync(signIn(server.root(), i), HttpResponse.BodyHandlers.ofString()))
                    .toList();
            List<HttpResponse<String>> answers =
                    flood.stream().map(CompletableFuture::join).toList();

            List<Integer> statuses =
                    answers.stream().map(HttpResponse::statusCode).distinct().toList();
            assertThat(statuses).contains(401).isSubsetOf(401, 429, 503);
            assertThat(answers)
                    .filteredOn(answer -> answer.statusCode() != 401)
                    .allMatch(
                            answer -> answer.headers().firstValue("Retry-After").equals(Optional.of("1")));
            ada.signIn();
            assertThat(ada.userId()).startsWith("usr_");
        }
    }

    private static HttpRequest signIn(String root, int number) {
        String wrong = "{\"email\":\"p" + number + "@example.org\",\"password\":\"not the right one\"}";
        return HttpRequest.newBuilder(URI.create(root + "/api/v1/auth/login"))
                .timeout(Duration.ofSeconds(60))
                .POST(HttpRequest.BodyPublishers.ofString(wrong))
                .build();
    }
}
