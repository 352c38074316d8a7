package dev.guildhall.llm.anthropic;

import static dev.guildhall.llm.anthropic.AnthropicServer.end;
import static dev.guildhall.llm.anthropic.AnthropicServer.error;
import static dev.guildhall.llm.anthropic.AnthropicServer.event;
import static dev.guildhall.llm.anthropic.AnthropicServer.start;
import static dev.guildhall.llm.anthropic.AnthropicServer.text;
import static dev.guildhall.llm.anthropic.AnthropicServer.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.llm.provider.AnthropicChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem.ProviderFailed;
import dev.guildhall.ports.problem.CompletionProblem.ProviderLimited;
import dev.guildhall.ports.problem.CompletionProblem.ProviderRefusedKey;
import dev.guildhall.ports.problem.CompletionProblem.RequestRefused;
import dev.guildhall.ports.problem.CompletionProblem.UnknownModel;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ScriptedServer;
import java.time.Duration;
import java.util.Optional;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicFailuresTest {
    private static ProviderFault fault(String type) {
        return new ProviderFault(Optional.of(type), Optional.empty(), Optional.empty());
    }

    private static ProviderLimited limited() {
        return new ProviderLimited(Optional.empty(), false, fault("rate_limit_error"));
    }

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @ParameterizedTest
    @CsvSource({"400,invalid_request_error", "404,not_found_error", "413,request_too_large"})
    void refused_request_has_the_message_of_the_provider(int status, String type) {
        assertThat(problem(refused(status, type, "model: no-such-model")))
                .isEqualTo(
                        status == 404
                                ? new UnknownModel("model: no-such-model")
                                : new RequestRefused("model: no-such-model", fault(type)));
        assertThat(server.requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"401,authentication_error", "403,permission_error"})
    void refused_key_is_a_separate_problem(int status, String type) {
        assertThat(problem(refused(status, type, "invalid x-api-key"))).isEqualTo(new ProviderRefusedKey());
    }

    @Test
    void limit_says_when_to_try_again() {
        MockResponse limited = ScriptedServer.status(429)
                .setHeader("retry-after", "21")
                .body("{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"x\"}}")
                .build();

        assertThat(problem(limited))
                .isEqualTo(new ProviderLimited(Optional.of(Duration.ofSeconds(21)), false, fault("rate_limit_error")));
        assertThat(problem(refused(429, "rate_limit_error", "x"))).isEqualTo(limited());
        assertThat(problem(refused(402, "billing_error", "x")))
                .isEqualTo(new ProviderLimited(Optional.empty(), true, fault("billing_error")));
    }

    @ParameterizedTest
    @CsvSource({"409,true", "500,true", "502,true", "503,true", "504,true", "529,true"})
    void failure_says_whether_it_passes(int status, boolean passing) {
        assertThat(problem(refused(status, "overloaded_error", "Overloaded")))
                .isEqualTo(new ProviderFailed(
                        "the provider failed (" + status + ")", passing, Optional.empty(), fault("overloaded_error")));
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void unreachable_provider_is_a_passing_failure() {
        server.close();

        assertThat(catchThrowableOfType(Refusal.class, this::ask).problem())
                .isEqualTo(new ProviderFailed("the provider could not be reached", true));
    }

    @ParameterizedTest
    @CsvSource({"overloaded_error,true", "timeout_error,true", "api_error,true", "something_new,false"})
    void error_inside_a_stream_says_whether_it_passes(String type, boolean passing) {
        assertThat(problem(events(start() + error(type, "x"))))
                .isEqualTo(new ProviderFailed(
                        "the provider reported an error (" + type + ")", passing, Optional.empty(), fault(type)));
    }

    @Test
    void error_inside_a_stream_is_the_same_problem_as_its_status() {
        assertThat(problem(events(error("rate_limit_error", "x")))).isEqualTo(limited());
        assertThat(problem(events(error("authentication_error", "x")))).isEqualTo(new ProviderRefusedKey());
        assertThat(problem(events(error("permission_error", "x")))).isEqualTo(new ProviderRefusedKey());
        assertThat(problem(events(error("invalid_request_error", "too long"))))
                .isEqualTo(new RequestRefused("too long", fault("invalid_request_error")));
        assertThat(problem(events(error("not_found_error", "no such model"))))
                .isEqualTo(new UnknownModel("no such model"));
        assertThat(problem(events(event("error", "")))).isInstanceOf(ProviderFailed.class);
    }

    @Test
    void error_after_the_first_text_ends_the_answer() {
        String body = start() + text(0) + words(0, "Hi") + error("overloaded_error", "Overloaded") + end("end_turn", 1);

        assertThat(problem(events(body))).isInstanceOf(ProviderFailed.class);
    }

    @Test
    void key_is_masked_wherever_the_provider_repeats_it() {
        String words = "bad key " + ScriptedServer.KEY;

        assertThat(problem(refused(400, "invalid_request_error", words)))
                .isEqualTo(new RequestRefused("bad key ***", fault("invalid_request_error")));
        assertThat(problem(events(error("invalid_request_error", words))))
                .isEqualTo(new RequestRefused("bad key ***", fault("invalid_request_error")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "no",
                "[]",
                "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"x\"}}"
            })
    void whole_answer_without_content_is_a_failure_of_the_provider(String body) {
        server.answers(ScriptedServer.ok("application/json", body));

        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> AnthropicServer.model(server).complete(CompletionRequest.of("Hi")));

        assertThat(refusal.problem()).isInstanceOf(ProviderFailed.class);
    }

    @Test
    void list_of_models_fails_alike() {
        server.answers(
                refused(401, "authentication_error", "x"), ScriptedServer.ok("application/json", "{\"data\":null}"));

        assertThat(problemOfModels()).isEqualTo(new ProviderRefusedKey());
        assertThat(problemOfModels()).isInstanceOf(ProviderFailed.class);
    }

    @Test
    void answer_past_the_bound_is_refused() {
        ProviderOptions roomy = AnthropicServer.options(server, ProviderTimeouts.DEFAULT);
        ProviderOptions small =
                new ProviderOptions(roomy.baseUrl(), Optional.empty(), "m", ProviderTimeouts.DEFAULT, 1000);
        server.answers(
                events(start() + text(0) + words(0, "x".repeat(2000))),
                ScriptedServer.ok("application/json", "{\"x\":\"" + "y".repeat(2000) + "\"}"));
        AnthropicChatModel model = new AnthropicChatModel(small);

        Refusal streamed =
                catchThrowableOfType(Refusal.class, () -> model.stream(CompletionRequest.of("Hi"), chunk -> {}));
        Refusal whole = catchThrowableOfType(Refusal.class, () -> model.complete(CompletionRequest.of("Hi")));

        assertThat(streamed.problem()).isEqualTo(new ProviderFailed("the provider's answer is too long"));
        assertThat(whole.problem()).isEqualTo(new ProviderFailed("the provider's answer is too long"));
    }

    private void ask() {
        AnthropicServer.model(server).stream(CompletionRequest.of("Hi"), chunk -> {});
    }

    private Problem problem(MockResponse response) {
        server.answers(response);
        return catchThrowableOfType(Refusal.class, this::ask).problem();
    }

    private Problem problemOfModels() {
        return catchThrowableOfType(
                        Refusal.class, () -> AnthropicServer.model(server).models())
                .problem();
    }

    private static MockResponse events(String body) {
        return ScriptedServer.ok(AnthropicServer.EVENTS, body);
    }

    private static MockResponse refused(int status, String type, String message) {
        return ScriptedServer.status(
                status,
                "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message
                        + "\"},\"request_id\":\"req_1\"}");
    }
}
