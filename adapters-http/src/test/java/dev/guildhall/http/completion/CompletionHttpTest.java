package dev.guildhall.http.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.OpenApi;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.ScriptedChatModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompletionHttpTest {
    private static final String CHAT = "/completion/api/chat";
    private static final String COMPLETE = "/completion/api/complete";

    @AutoClose
    private final TestServer server = TestServer.start(new ScriptedChatModel(CompletionHttpTest::answer));

    private final Client person = server.client().stranger().client();

    private static Completion answer(CompletionRequest request) {
        return switch (request.messages().getLast().content()) {
            case "down" -> throw new Refusal(new CompletionProblem.ProviderFailed("the provider cannot be reached"));
            case "slow" -> throw new Refusal(new CompletionProblem.ProviderTimedOut("first token"));
            case "key" -> throw new Refusal(new CompletionProblem.ProviderRefusedKey());
            case "limit" ->
                throw new Refusal(new CompletionProblem.ProviderLimited(Optional.of(Duration.ofSeconds(7))));
            case "model" -> throw new Refusal(new CompletionProblem.RequestRefused("model: there is no such model"));
            case "busy" ->
                throw new Refusal(new CompletionProblem.ProviderFailed(
                        "the provider failed (503)", true, Optional.of(Duration.ofSeconds(9))));
            case "bug" -> throw new IllegalStateException("SELECT secret FROM /etc/passwd");
            default -> ScriptedChatModel.says(request, "Hello there, friend.");
        };
    }

    private static String asking(String question) {
        return "{\"messages\":[{\"role\":\"user\",\"content\":\"" + question + "\"}]}";
    }

    @ParameterizedTest
    @CsvSource({CHAT, COMPLETE})
    void an_answer_has_content_model_usage_and_a_uuid(String path) {
        Client.Answer answer = person.post(path, asking("hi"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("content")).isEqualTo("Hello there, friend.");
        assertThat(answer.json().at("/usage/completionTokens").asInt()).isEqualTo(3);
        assertThat(UUID.fromString(answer.text("requestId"))).isNotNull();
    }

    @Test
    void the_content_of_a_message_may_be_parts() {
        for (String path : List.of(CHAT, COMPLETE)) {
            Client.Answer answer = person.post(path, """
                {"messages":[{"role":"user","content":[{"type":"text","text":"see"},
                {"type":"image_url","image_url":{"url":"https://example.org/a.png"}}]}]}
                """);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        }
        assertThat(person.post(
                                CHAT,
                                "{\"messages\":[{\"role\":\"system\",\"content\":[{\"type\":\"image_url\","
                                        + "\"image_url\":{\"url\":\"https://example.org/a.png\"}}]}]}")
                        .text("message"))
                .contains("must be text, except in a message of the user");
    }

    @Test
    void a_stream_is_chunks_then_usage_then_done() {
        Client.Answer answer = person.post(CHAT, asking("hi").replace("}]}", "}],\"stream\":true}"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("text/event-stream; charset=utf-8");
        assertThat(answer.header("X-Accel-Buffering")).isEqualTo("no");
        assertThat(answer.body()).isEqualTo("""
            data: {"content":"Hello "}

            data: {"content":"there, "}

            data: {"content":"friend."}

            data: {"usage":{"promptTokens":1,"completionTokens":3}}

            data: [DONE]

            """);
    }

    @Test
    void complete_never_streams() {
        Client.Answer answer = person.post(COMPLETE, asking("hi").replace("}]}", "}],\"stream\":true}"));

        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|messages: is required
        {"messages":[]}|messages: must be a non-empty array
        {"messages":{}}|messages: must be a non-empty array
        {"messages":"hi"}|messages: must be a non-empty array
        {"messages":[5]}|messages[0]: must be an object
        {"messages":[{"role":"tool","content":"x"}]}|messages[0].role: must be one of
        {"messages":[{"role":"user"}]}|messages[0].content: is required
        {"messages":[{"role":"user","content":5}]}|messages[0].content: must be a string
        {"messages":[{"role":"user","content":"x"}],"temperature":2.1}|temperature: must be between
        {"messages":[{"role":"user","content":"x"}],"temperature":"1"}|temperature: must be a num
        {"messages":[{"role":"user","content":"x"}],"maxTokens":0}|maxTokens: must be a positive
        {"messages":[{"role":"user","content":"x"}],"maxTokens":1.5}|maxTokens: must be an integer
        {"messages":[{"role":"user","content":"x"}],"stream":"yes"}|stream: must be true or false
        {"messages":[{"role":"user","content":"x"}],"model":7}|model: must be a string
        """)
    void a_bad_body_is_400_and_names_the_field(String body, String message) {
        Client.Answer answer = person.post(CHAT, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("Bad Request");
        assertThat(answer.text("message")).contains(message);
        assertThat(UUID.fromString(answer.text("requestId"))).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"down,502,Bad Gateway", "slow,504,Gateway Timeout", "key,502,Bad Gateway", "model,400,Bad Request"})
    void failures_upstream_have_their_statuses_also_when_a_stream_was_asked_for(
            String question, int status, String reason) {
        Client.Answer plain = person.post(CHAT, asking(question));
        Client.Answer stream = person.post(CHAT, asking(question).replace("}]}", "}],\"stream\":true}"));

        assertThat(plain.status()).isEqualTo(status);
        assertThat(plain.text("error")).isEqualTo(reason);
        assertThat(stream.status()).isEqualTo(status);
    }

    @Test
    void a_limit_upstream_is_429_with_its_retry_after() {
        Client.Answer answer = person.post(CHAT, asking("limit"));

        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).isEqualTo("7");
    }

    @Test
    void a_failure_upstream_has_the_retry_after_of_the_provider() {
        Client.Answer answer = person.post(CHAT, asking("busy"));

        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.header("Retry-After")).isEqualTo("9");
    }

    @Test
    void a_bug_is_500_and_says_nothing_of_the_inside() {
        TestServer.BASES.keySet().forEach(OpenApi::document);

        String body = bug();

        assertThat(body).contains("Internal Server Error").doesNotContain("SELECT", "passwd", "Exception", "at dev");
    }

    private String bug() {
        try {
            return person.post(CHAT, asking("bug")).body();
        } catch (AssertionError undocumented) {
            return String.valueOf(undocumented.getMessage()).replaceFirst("(?s).*documented: ", "");
        }
    }

    @Test
    void the_request_id_of_a_caller_is_kept_and_the_body_has_a_uuid_all_the_same() {
        Client.Answer answer = person.with("X-Request-Id", "my-own").post(CHAT, asking("hi"));

        assertThat(answer.header("X-Request-Id")).isEqualTo("my-own");
        assertThat(UUID.fromString(answer.text("requestId"))).isNotNull();
    }

    @Test
    void the_catalogue_names_the_provider_its_models_and_the_default() {
        Client.Answer answer = person.get("/completion/api/models");

        assertThat(answer.text("provider")).isEqualTo("scripted");
        assertThat(answer.text("defaultModel")).isEqualTo("scripted");
        assertThat(answer.json().at("/models/0/id").asText()).isEqualTo("scripted");
    }

    @Test
    void without_a_token_nothing_is_answered() {
        Client.Answer answer = server.client().post(CHAT, "not even JSON");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.text("error")).isEqualTo("Unauthorized");
    }
}
