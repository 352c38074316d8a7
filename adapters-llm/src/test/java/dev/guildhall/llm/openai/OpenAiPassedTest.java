package dev.guildhall.llm.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedEndpoint;
import dev.guildhall.ports.completion.PassedMeasure;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.ScriptedServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests and answers of other endpoints. */
class OpenAiPassedTest {
    private static final class Received implements PassedSink {
        private final StringBuilder all = new StringBuilder();

        @Override
        public void begin(String contentType) {
            all.append(contentType).append('|');
        }

        @Override
        public void bytes(ByteBuffer bytes) {
            all.append(StandardCharsets.UTF_8.decode(bytes.duplicate()));
        }
    }

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    private final OpenAiChatModel model = new OpenAiChatModel(
            ProviderOptions.of(server.baseUrl() + "v1", Optional.of(ScriptedServer.KEY), "test-model"));

    private static PassedRequest request(PassedEndpoint endpoint, Optional<String> model, String type, String body) {
        return new PassedRequest(
                endpoint,
                model,
                type,
                ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
                new PassedMeasure(11, 4, Duration.ZERO),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void a_body_of_json_gets_the_name_of_the_model() throws InterruptedException {
        String answer = "{\"results\": [],\"usage\":{\"total_tokens\": 9}}";
        server.answers(ScriptedServer.ok("application/json; charset=x", answer));
        Received received = new Received();

        PassedAnswer passed = model.pass(
                request(
                        PassedEndpoint.RERANK,
                        Optional.of("real"),
                        "application/json",
                        "{ \"model\":\"alias\",\"q\":1.50}"),
                received);

        assertThat(received.all.toString()).isEqualTo("application/json; charset=x|" + answer);
        assertThat(passed.usage()).isEqualTo(new Usage(9, 0));
        RecordedRequest taken = server.taken();
        assertThat(taken.getTarget()).isEqualTo("/v1/rerank");
        assertThat(requireNonNull(taken.getBody()).utf8()).isEqualTo("{ \"model\":\"real\",\"q\":1.50}");
        assertThat(taken.getHeaders().get("Authorization")).isEqualTo("Bearer " + ScriptedServer.KEY);
    }

    @Test
    void a_form_keeps_its_bytes_and_its_type() throws InterruptedException {
        server.answers(ScriptedServer.ok("text/plain", "hello"));
        String form = "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nalias\r\n--b--\r\n";
        Received received = new Received();

        PassedAnswer passed = model.pass(
                request(PassedEndpoint.TRANSCRIPTION, Optional.of("whisper"), "multipart/form-data; boundary=b", form),
                received);

        assertThat(received.all.toString()).isEqualTo("text/plain|hello");
        assertThat(passed.usage()).isEqualTo(new Usage(11, 0, true));
        RecordedRequest taken = server.taken();
        assertThat(taken.getHeaders().get("Content-Type")).isEqualTo("multipart/form-data; boundary=b");
        assertThat(requireNonNull(taken.getBody()).utf8()).isEqualTo(form.replace("alias", "whisper"));
    }

    @Test
    void a_stream_without_usage_is_estimated_by_its_events() {
        server.answers(ScriptedServer.byteByByte("text/event-stream", "data: {\"a\":1}\n\ndata: {\"b\":2}\n\n"));
        Received received = new Received();

        PassedAnswer passed = model.pass(
                request(PassedEndpoint.TEXT_COMPLETION, Optional.empty(), "application/json", "{}"), received);

        assertThat(received.all.toString()).isEqualTo("text/event-stream|data: {\"a\":1}\n\ndata: {\"b\":2}\n\n");
        assertThat(passed.usage()).isEqualTo(new Usage(11, 2, true));
    }

    @ParameterizedTest
    @CsvSource({"404,", "404,<html>nginx</html>", "405,", "404,{}"})
    void a_provider_without_the_endpoint_may_be_followed_by_another(int status, String body) {
        server.answers(ScriptedServer.status(status, body == null ? "" : body));

        assertThatThrownBy(() -> model.pass(
                        request(PassedEndpoint.RERANK, Optional.empty(), "application/json", "{}"), new Received()))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem())
                                .isInstanceOfSatisfying(
                                        CompletionProblem.class,
                                        problem -> assertThat(problem.othersMayAnswer())
                                                .as(problem.message())
                                                .isTrue()));
    }

    @Test
    void an_error_of_the_provider_reaches_no_sink() {
        server.answers(ScriptedServer.status(404, "{\"error\":{\"message\":\"Invalid URL (POST /v1/rerank)\"}}"));
        Received received = new Received();

        assertThatThrownBy(() -> model.pass(
                        request(PassedEndpoint.RERANK, Optional.empty(), "application/json", "{}"), received))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isInstanceOf(CompletionProblem.UnknownModel.class));
        assertThat(received.all).isEmpty();
    }
}
