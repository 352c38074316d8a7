package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.wire.secrets.Secrets;
import dev.guildhall.wire.secrets.WireSecrets;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one database, of which one is stopped while it gives an answer that takes too long. */
@Timeout(180)
class StoppedNodeIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final WireSecrets SECRETS = new WireSecrets(Secrets.OF_THIS_RUN);
    private static final String CREDENTIALS = "{\"email\":\"ada@example.org\",\"password\":\"an unprinted horse\"}";
    private static final Pattern EVENT = Pattern.compile("id: (\\d+)\nevent: (\\w+)\ndata: (.*)\n");

    private final HttpClient http = HttpClient.newHttpClient();
    private final CountDownLatch spoken = new CountDownLatch(1);
    private final Upstream model = new Upstream(this::answer);

    private ServerProcess first;
    private ServerProcess second;
    private String cookie = "";
    private String userId = "";

    /** The first request gets a word and no end, the one that continues it the other words. */
    private void answer(Upstream.Asked asked) throws IOException {
        if (!asked.body().contains("\"stream\":true")) {
            asked.out().write(ModelResponses.whole("A title"));
            return;
        }
        asked.out().write(ModelResponses.HEAD);
        if (asked.body().contains("Continue it from exactly there")) {
            asked.out().write(ModelResponses.piece("upon "));
            asked.out().write(ModelResponses.piece("a time"));
            asked.out().write(ModelResponses.end("stop"));
        } else {
            asked.out().write(ModelResponses.piece("Once "));
            spoken.countDown();
            asked.awaitLeaving();
        }
    }

    private ServerProcess start(Path folder, String address) throws IOException {
        return ServerProcess.start(
                Files.createDirectories(folder),
                Map.ofEntries(
                        Map.entry("GUILDHALL_DATA_DIR", folder.resolve("data").toString()),
                        Map.entry("GUILDHALL_DATABASE_URL", address),
                        Map.entry("GUILDHALL_SECRET_KEY", Base64.getEncoder().encodeToString(new byte[32])),
                        Map.entry("GUILDHALL_PORT", "0"),
                        Map.entry("GUILDHALL_STOP_TIMEOUT", "1"),
                        Map.entry("GUILDHALL_EMBEDDINGS", "off"),
                        Map.entry("GUILDHALL_LLM_PROVIDER", "openai"),
                        Map.entry("GUILDHALL_LLM_BASE_URL", "http://127.0.0.1:" + model.port() + "/v1"),
                        Map.entry("GUILDHALL_LLM_MODEL", "slow")));
    }

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        String address = TestPostgres.newAddress();
        first = start(folder.resolve("first"), address);
        second = start(folder.resolve("second"), address);
        SECRETS.sent(CREDENTIALS);
        HttpResponse<String> session = http.send(
                to(first, "/api/session/register").POST(json(CREDENTIALS)).build(),
                HttpResponse.BodyHandlers.ofString());
        cookie = session.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
        userId = JSON.readTree(session.body()).path("userId").asText();
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
        model.close();
        http.close();
    }

    private HttpRequest.Builder to(ServerProcess node, String path) {
        return HttpRequest.newBuilder(URI.create(node.root() + path))
                .header("Content-Type", "application/json")
                .header("Cookie", cookie);
    }

    private static HttpRequest.BodyPublisher json(String body) {
        return HttpRequest.BodyPublishers.ofString(body);
    }

    /** Asks the first node; the stream is read until it ends. */
    private CompletableFuture<HttpResponse<String>> ask() throws Exception {
        String question = "{\"userId\":\"" + userId
                + "\",\"agentMode\":\"v1\",\"messages\":[{\"role\":\"user\",\"content\":\"a story\"}]}";
        CompletableFuture<HttpResponse<String>> stream = http.sendAsync(
                to(first, "/api/chat").POST(json(question)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(spoken.await(30, TimeUnit.SECONDS)).isTrue();
        return stream;
    }

    private JsonNode get(ServerProcess node, String path) throws Exception {
        return JSON.readTree(http.send(to(node, path).build(), HttpResponse.BodyHandlers.ofString())
                .body());
    }

    private JsonNode messages(ServerProcess node, String chat) throws Exception {
        return get(node, "/api/chat/messages?chatId=" + chat).path("messages");
    }

    private static List<MatchResult> events(String stream) {
        return EVENT.matcher(stream).results().toList();
    }

    @Test
    void an_answer_that_took_longer_than_the_stop_was_cut_and_is_finished_by_the_other_node() throws Exception {
        CompletableFuture<HttpResponse<String>> stream = ask();

        first.close();
        HttpResponse<String> cut = stream.get();
        String chat = cut.headers().firstValue("X-Chat-Id").orElseThrow();
        HttpResponse<String> followed = http.send(
                to(second, "/api/chat/stream?chatId=" + chat)
                        .header("Last-Event-ID", "1")
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(events(cut.body()))
                .extracting(MatchResult::group)
                .containsExactly("id: 1\nevent: token\ndata: {\"token\":\"Once \"}\n");
        assertThat(events(followed.body()))
                .extracting(event -> event.group(1) + " " + event.group(2))
                .containsExactly("2 token", "3 token", "4 usage", "5 done");
        assertThat(followed.body()).contains("\"content\":\"Once upon a time\"");
        assertThat(messages(second, chat)).hasSize(2);
        assertThat(messages(second, chat).path(1).path("content").asText()).isEqualTo("Once upon a time");
        assertThat(messages(second, chat).path(1).has("ended")).isFalse();
    }

    @Test
    void an_answer_that_no_client_follows_is_finished_by_the_other_node() throws Exception {
        CompletableFuture<HttpResponse<String>> stream = ask();
        String chat =
                get(first, "/api/chat").path("chats").path(0).path("chatId").asText();
        stream.cancel(true);

        first.close();
        JsonNode answer = messages(second, chat).path(1);
        while (!answer.path("content").asText().equals("Once upon a time")) {
            answer = messages(second, chat).path(1);
        }

        assertThat(answer.has("ended")).isFalse();
    }
}
