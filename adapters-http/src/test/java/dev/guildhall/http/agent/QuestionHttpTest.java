package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.wire.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What a server asks during a tool call, and the answers of users, over a socket (agents-26). */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuestionHttpTest {
    @AutoClose
    private final HttpClient http = HttpClient.newHttpClient();

    @AutoClose
    private final TestServer server = TestServer.start(
            parts -> parts.chatModel(AskingEndpoint.model()).endpoints(() -> List.of(new AskingEndpoint())));

    private final Client.Person ada = server.client().register("ada@example.org");
    private final Browser eve = Browser.stranger(server.client());

    /** An open stream of events. */
    private record Events(HttpResponse<InputStream> response, BufferedReader lines) implements AutoCloseable {
        String chatId() {
            return response.headers().firstValue("X-Chat-Id").orElseThrow();
        }

        /** The data of the next event of that name; the others before it are passed over. */
        JsonNode next(String name) {
            try {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.equals("event: " + name)) {
                        return Json.MAPPER.readTree(lines.readLine().substring("data: ".length()));
                    }
                }
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
            throw new AssertionError("the stream has no event " + name);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    private Events stream(String method, String path, String header, String value, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header(header, value)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return new Events(response, new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
    }

    private Events ofAgent() throws Exception {
        return ofAgent(",\"answersQuestions\":true");
    }

    private Events ofAgent(String more) throws Exception {
        server.core().importTools();
        return stream(
                "POST",
                "/agent/api/chat",
                "Authorization",
                "Bearer " + ada.accessToken(),
                "{\"userId\":\"" + ada.userId()
                        + "\",\"stream\":true" + more
                        + ",\"messages\":[{\"role\":\"user\",\"content\":\"book\"}]}");
    }

    private Events ofPage() throws Exception {
        server.core().importTools();
        return stream(
                "POST",
                "/api/chat",
                "Cookie",
                Browser.COOKIE + "=" + eve.key(),
                "{\"userId\":\"" + eve.userId()
                        + "\",\"agentMode\":\"v1\",\"messages\":[{\"role\":\"user\",\"content\":\"book\"}]}");
    }

    private static String path(String chatId, JsonNode question) {
        return "/agent/api/chat/" + chatId + "/questions/"
                + question.get("questionId").asText();
    }

    @Test
    void a_stream_has_the_question_and_goes_on_with_the_answer() throws Exception {
        try (Events events = ofAgent()) {
            JsonNode question = events.next("question");
            String path = path(events.chatId(), question);

            assertThat(Client.names(question)).isEqualTo("questionId callId tool server message schema expiresAt");
            assertThat(Client.texts(question, "callId", "tool", "server", "message"))
                    .containsExactly("c1", "travel.book", "travel", "Where to? <script>alert(1)</script>");
            assertThat(ada.client()
                            .post(path, "{\"action\":\"accept\",\"content\":{\"city\":7}}")
                            .fault())
                    .startsWith("400 content.city: ");
            assertThat(ada.client().post(path, "{\"action\":\"accept\"}").fault())
                    .startsWith("400 content.city: ");
            assertThat(ada.client().post(path, "{\"action\":\"perhaps\"}").fault())
                    .startsWith("400 action: ");
            assertThat(ada.client().post(path, "{}").fault()).startsWith("400 action: ");
            Client.Person other = server.client().stranger();
            assertThat(other.client().post(path, "{\"action\":\"decline\"}").status())
                    .isEqualTo(404);
            assertThat(ada.client()
                            .post(path, "{\"action\":\"accept\",\"content\":{\"city\":\"Lisbon\"}}")
                            .status())
                    .isEqualTo(204);
            assertThat(ada.client().post(path, "{\"action\":\"decline\"}").status())
                    .isEqualTo(409);

            assertThat(Client.texts(events.next("question_end"), "action")).containsExactly("accept");
            assertThat(events.next("tool_result").at("/data/got").toString())
                    .contains("\"action\":\"accept\"")
                    .contains("\"city\":\"Lisbon\"")
                    .contains("\"days\":3");
            assertThat(events.next("token").asText()).startsWith("Booked");
            events.next("done");
            assertThat(ada.client().post(path, "{\"action\":\"decline\"}").status())
                    .isEqualTo(409);
        }
    }

    @Test
    void of_two_answers_at_once_one_counts() throws Exception {
        try (Events events = ofAgent();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String path = path(events.chatId(), events.next("question"));
            List<Callable<Integer>> both = List.of(
                    () -> ada.client().post(path, "{\"action\":\"decline\"}").status(),
                    () -> ada.client().post(path, "{\"action\":\"cancel\"}").status());

            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> one : threads.invokeAll(both)) {
                statuses.add(one.get());
            }

            assertThat(statuses).containsExactlyInAnyOrder(204, 409);
            events.next("done");
        }
    }

    @Test
    void a_client_that_does_not_say_that_it_answers_gets_no_question_and_the_call_goes_on_at_once() throws Exception {
        for (String silent : List.of("", ",\"answersQuestions\":false")) {
            try (Events events = ofAgent(silent)) {
                List<String> lines = events.lines().lines().toList();

                assertThat(lines).doesNotContain("event: question", "event: question_end");
                assertThat(lines).anyMatch(line -> line.contains("\"got\":{\"action\":\"cancel\"}"));
                assertThat(lines).contains("event: done");
            }
        }
        assertThat(ada.client()
                        .post("/agent/api/chat", "{\"userId\":\"x\",\"messages\":[],\"answersQuestions\":\"yes\"}")
                        .fault())
                .contains("answersQuestions");
    }

    @Test
    void without_a_stream_a_question_is_cancelled_at_once() {
        server.core().importTools();
        Client.Answer answer = ada.client()
                .post(
                        "/agent/api/chat",
                        "{\"userId\":\"" + ada.userId()
                                + "\",\"messages\":[{\"role\":\"user\",\"content\":\"book\"}]}");

        assertThat(answer.text("message.toolCalls.0.data.got.action")).isEqualTo("cancel");
    }

    @Test
    void pictures_of_a_tool_are_their_owners_and_never_shown_as_a_page() {
        server.core().importTools();
        Client.Answer answer = ada.client()
                .post(
                        "/agent/api/chat",
                        "{\"userId\":\"" + ada.userId()
                                + "\",\"messages\":[{\"role\":\"user\",\"content\":\"book\"}]}");
        String chatId = answer.text("chatId");
        String media = "message.toolCalls.0.media.";
        assertThat(answer.texts(media + "0.kind", media + "0.type", media + "0.bytes", media + "1.type"))
                .containsExactly("picture", "image/png", "9", "image/svg+xml");
        String path = "/agent/api/chat/" + chatId + "/media/";
        String own = "?userId=" + ada.userId();

        Client.Answer picture = ada.client().get(path + answer.text(media + "0.id") + own);
        Client.Answer drawing = ada.client().get(path + answer.text(media + "1.id") + own);

        assertThat(picture.status()).isEqualTo(200);
        assertThat(picture.header("Content-Type")).isEqualTo("image/png");
        assertThat(drawing.status()).isEqualTo(200);
        assertThat(drawing.header("Content-Security-Policy")).startsWith("sandbox");
        assertThat(drawing.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(drawing.header("Content-Disposition")).isEqualTo("attachment");
        assertThat(ada.client().get(path + "med_unknown" + own).status()).isEqualTo(404);
        Client.Person other = server.client().stranger();
        assertThat(other.client()
                        .get(path + answer.text(media + "0.id") + "?userId=" + other.userId())
                        .status())
                .isEqualTo(404);
        assertThat(eve.get("/api/chat/media/" + answer.text(media + "0.id") + "?chatId=" + chatId)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void pictures_of_a_tool_are_there_after_a_reload_of_the_page() throws Exception {
        String chatId;
        String streamed;
        try (Events events = ofPage()) {
            chatId = events.chatId();
            String question = events.next("question").get("questionId").asText();
            eve.post(
                    "/api/chat/questions",
                    "{'chatId':'" + chatId + "','questionId':'" + question + "','action':'cancel'}");
            streamed = events.next("tool_result").at("/media/0/id").asText();
            events.next("done");
        }

        Client.Answer open = eve.get("/api/chat/messages?chatId=" + chatId);

        assertThat(open.text("messages.1.toolCalls.0.media.0.id")).isEqualTo(streamed);
        assertThat(eve.get("/api/chat/media/" + streamed + "?chatId=" + chatId).status())
                .isEqualTo(200);
    }

    @Test
    void a_question_in_a_chat_of_the_web_is_there_again_after_a_reload() throws Exception {
        String chatId;
        String questionId;
        try (Events events = ofPage()) {
            chatId = events.chatId();
            questionId = events.next("question").get("questionId").asText();
        }
        String after = eve.get("/api/chat/messages?chatId=" + chatId).text("runningAfter");

        try (Events events = stream(
                "GET",
                "/api/chat/stream?chatId=" + chatId + "&lastEventId=" + after,
                "Cookie",
                Browser.COOKIE + "=" + eve.key(),
                "")) {
            assertThat(events.next("question").get("questionId").asText()).isEqualTo(questionId);
            String answer = "{'chatId':'" + chatId + "','questionId':'" + questionId + "','action':'%s'}";
            assertThat(Browser.stranger(server.client())
                            .post("/api/chat/questions", answer.formatted("decline"))
                            .status())
                    .isEqualTo(404);
            assertThat(eve.post("/api/chat/questions", answer.formatted("decline"))
                            .status())
                    .isEqualTo(204);
            assertThat(eve.post("/api/chat/questions", answer.formatted("decline"))
                            .status())
                    .isEqualTo(409);
            assertThat(Client.texts(events.next("question_end"), "action")).containsExactly("decline");
            events.next("done");
        }
    }
}
