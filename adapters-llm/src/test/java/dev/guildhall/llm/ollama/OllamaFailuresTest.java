package dev.guildhall.llm.ollama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.llm.provider.OllamaChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem.ProviderFailed;
import dev.guildhall.ports.problem.CompletionProblem.ProviderLimited;
import dev.guildhall.ports.problem.CompletionProblem.ProviderRefusedKey;
import dev.guildhall.ports.problem.CompletionProblem.RequestRefused;
import dev.guildhall.ports.problem.CompletionProblem.UnknownModel;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.util.Optional;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OllamaFailuresTest {
    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @ParameterizedTest
    @CsvSource({"404,model 'x' not found", "400,registry.ollama.ai/library/x:latest does not support tools"})
    void refused_request_has_the_message_of_the_server(int status, String words) {
        assertThat(problem(refused(status, words)))
                .isEqualTo(status == 404 ? new UnknownModel(words) : new RequestRefused(words));
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void refused_key_and_limit_are_separate_problems() {
        assertThat(problem(refused(401, "unauthorized"))).isEqualTo(new ProviderRefusedKey());
        assertThat(problem(refused(429, "too many"))).isEqualTo(new ProviderLimited(Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"500,true", "502,true", "503,true", "504,true"})
    void failure_says_whether_it_passes(int status, boolean passing) {
        assertThat(problem(refused(status, "server busy, please try again.")))
                .isEqualTo(new ProviderFailed("the provider failed (" + status + ")", passing));
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void stopped_server_is_a_passing_failure() {
        server.close();

        assertThat(catchThrowableOfType(Refusal.class, this::ask).problem())
                .isEqualTo(new ProviderFailed("the provider could not be reached", true));
    }

    @Test
    void error_inside_a_stream_ends_the_answer() {
        String error = "{\"error\":\"model runner has unexpectedly stopped\"}\n";

        assertThat(problem(lines(OllamaServer.words("Hi") + error)))
                .isEqualTo(new ProviderFailed("the provider reported an error"));
        assertThat(problem(lines(error))).isEqualTo(new ProviderFailed("the provider reported an error"));
    }

    @Test
    void key_is_masked_wherever_the_server_repeats_it() {
        assertThat(problem(refused(400, "bad key " + ScriptedServer.KEY))).isEqualTo(new RequestRefused("bad key ***"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "no", "[]", "{\"error\":\"x\"}", "{\"done\":false}"})
    void whole_answer_without_content_is_a_failure_of_the_provider(String body) {
        server.answers(ScriptedServer.ok("application/json", body));

        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> OllamaServer.model(server).complete(CompletionRequest.of("Hi")));

        assertThat(refusal.problem()).isInstanceOf(ProviderFailed.class);
    }

    @Test
    void list_of_models_fails_alike() {
        server.answers(refused(401, "unauthorized"), ScriptedServer.ok("application/json", "{}"));

        assertThat(problemOfModels()).isEqualTo(new ProviderRefusedKey());
        assertThat(problemOfModels()).isInstanceOf(ProviderFailed.class);
    }

    @Test
    void answer_past_the_bound_is_refused() {
        ProviderOptions small =
                new ProviderOptions(server.baseUrl(), Optional.empty(), "m", ProviderTimeouts.DEFAULT, 1000);
        server.answers(
                lines(OllamaServer.words("x".repeat(600)).repeat(2)),
                ScriptedServer.ok("application/json", OllamaServer.words("x".repeat(1000))));
        OllamaChatModel model = new OllamaChatModel(small);

        Refusal streamed =
                catchThrowableOfType(Refusal.class, () -> model.stream(CompletionRequest.of("Hi"), chunk -> {}));
        Refusal whole = catchThrowableOfType(Refusal.class, () -> model.complete(CompletionRequest.of("Hi")));

        assertThat(streamed.problem()).isEqualTo(new ProviderFailed("the provider's answer is too long"));
        assertThat(whole.problem()).isEqualTo(new ProviderFailed("the provider's answer is too long"));
    }

    private void ask() {
        OllamaServer.model(server).stream(CompletionRequest.of("Hi"), chunk -> {});
    }

    private Problem problem(MockResponse response) {
        server.answers(response);
        return catchThrowableOfType(Refusal.class, this::ask).problem();
    }

    private Problem problemOfModels() {
        return catchThrowableOfType(
                        Refusal.class, () -> OllamaServer.model(server).models())
                .problem();
    }

    private static MockResponse lines(String body) {
        return ScriptedServer.ok(OllamaServer.LINES, body);
    }

    private static MockResponse refused(int status, String words) {
        return ScriptedServer.status(status, "{\"error\":\"" + words + "\"}");
    }
}
