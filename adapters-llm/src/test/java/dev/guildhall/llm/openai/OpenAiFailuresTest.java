package dev.guildhall.llm.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.CompletionProblem.ProviderLimited;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ProxyAddress;
import dev.guildhall.wire.http.ScriptedServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiFailuresTest {
    private static final MockResponse GOOD =
            OpenAiServer.events("data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]\n\n");

    @AutoClose
    private final ScriptedServer provider = new ScriptedServer();

    @Test
    void refused_request_has_the_message_of_the_provider() {
        Problem problem = problem(status(400, "{\"error\":{\"message\":\"The model x does not exist\"}}"));

        assertThat(problem).isEqualTo(new CompletionProblem.RequestRefused("The model x does not exist"));
        assertThat(provider.requests()).isEqualTo(1);
    }

    @Test
    void unknown_model_is_a_separate_problem() {
        Problem problem = problem(status(404, "{\"error\":{\"message\":\"The model x does not exist\"}}"));

        assertThat(problem).isEqualTo(new CompletionProblem.UnknownModel("The model x does not exist"));
    }

    @Test
    void long_message_of_a_provider_is_shortened() {
        Problem problem = problem(status(422, "{\"detail\":\"" + "long \\n".repeat(5000) + "\"}"));

        assertThat(problem.message()).hasSize(Limits.ERROR_CHARACTERS).startsWith("long long");
    }

    @Test
    void refusal_without_a_message_names_the_status() {
        assertThat(problem(status(422, "not found")))
                .isEqualTo(new CompletionProblem.RequestRefused("the provider refused the request (422)"));
        assertThat(problem(status(404, "not found")))
                .isEqualTo(new CompletionProblem.UnknownModel("the provider has no such model or endpoint (404)"));
    }

    @Test
    void key_in_a_message_is_masked() {
        Problem problem = problem(status(400, "{\"error\":\"bad key " + ScriptedServer.KEY + "\"}"));

        assertThat(problem.message()).isEqualTo("bad key ***");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Incorrect API key provided: sk-proj-abcDEF0123456789abc. See the docs|Incorrect API key provided: ***. See the docs
        sent 'Bearer abc.def-0123456'|sent '***'
        key AIzaSyA0123456789abcdefghijklmnopqrstuv is bad|key *** is bad
        token eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0 expired|token *** expired
        model sk-learn-of-the-day is unknown|model sk-learn-of-the-day is unknown
        the bearer of this|the bearer of this
        """)
    void a_key_of_a_provider_behind_the_provider_is_masked(String message, String shown) {
        Problem problem = problem(status(400, "{\"error\":\"" + message + "\"}"));

        assertThat(problem.message()).isEqualTo(shown);
    }

    @Test
    void the_password_of_the_proxy_is_masked() {
        Network network =
                new Network(Network.DEFAULT.tls(), Optional.of(ProxyAddress.parse("http://ada:pass-word-1@proxy")));
        ProviderOptions options =
                ProviderOptions.of("https://host", Optional.of("short"), "m").withNetwork(network);
        ProviderErrors errors = new ProviderErrors(InstantSource.system(), options.secrets());

        Problem problem = errors.inStream(
                ProviderJson.MAPPER.valueToTree(Map.of("message", "short pass-word-1", "type", "invalid_request")));

        assertThat(problem.message()).isEqualTo("short ***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "none", "EMPTY", "maximum"})
    void a_short_key_is_no_secret_in_a_message(String key) {
        provider.answers(status(400, "{\"error\":{\"message\":\"maximum context, none EMPTY x\"}}"));
        ProviderOptions options = ProviderOptions.of(OpenAiServer.baseUrl(provider), Optional.of(key), "m");

        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> new OpenAiChatModel(options).complete(CompletionRequest.of("Hi")));

        assertThat(refusal.problem().message()).isEqualTo("maximum context, none EMPTY x");
    }

    @Test
    void a_key_is_masked_before_a_message_is_cut_and_is_no_code() {
        String words = "x".repeat(Limits.ERROR_CHARACTERS - 8) + " " + ScriptedServer.KEY;

        Problem problem = problem(
                status(400, "{\"error\":{\"message\":\"" + words + "\",\"code\":\"key_" + ScriptedServer.KEY + "\"}}"));

        assertThat(problem)
                .isEqualTo(new CompletionProblem.RequestRefused(
                        words.replace(ScriptedServer.KEY, "***"), ProviderFault.NONE));
    }

    @Test
    void a_key_within_a_word_is_not_masked() {
        Problem problem = problem(status(400, "{\"error\":\"see x" + ScriptedServer.KEY + "s\"}"));

        assertThat(problem.message()).isEqualTo("see x" + ScriptedServer.KEY + "s");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"error":{"message":"too long","type":"invalid_request_error","code":"context_length_exceeded","param":"messages"}}|invalid_request_error|context_length_exceeded|messages
        [{"error":{"code":400,"message":"too long","status":"INVALID_ARGUMENT"}}]||INVALID_ARGUMENT|
        {"error":{"message":"too long","code":"a sentence, no code","param":"messages[0].content"}}|||messages[0].content
        {"detail":[{"loc":["body"],"msg":"too long","type":"value_error"}]}|||
        """)
    void what_the_provider_says_for_programs_is_kept(String body, String type, String code, String param) {
        assertThat(problem(status(400, body)))
                .isEqualTo(new CompletionProblem.RequestRefused(
                        "too long",
                        new ProviderFault(
                                Optional.ofNullable(type), Optional.ofNullable(code), Optional.ofNullable(param))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        429|{"error":{"message":"x","type":"insufficient_quota","code":"insufficient_quota"}}
        402|{"error":{"message":"Insufficient Balance"}}
        400|{"error":{"message":"x","type":"billing_error"}}
        """)
    void a_used_up_account_is_no_limited_rate(int status, String body) {
        assertThat(problem(status(status, body)))
                .asInstanceOf(type(ProviderLimited.class))
                .returns(true, ProviderLimited::exhausted);
    }

    @Test
    void an_answer_that_ends_with_an_error_is_a_failure() {
        String cut = "{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"delta\":{},\"finish_reason\":\"error\"}]}";

        assertThat(problem(OpenAiServer.json(cut)))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider ended its answer with an error"));
        assertThat(problem(OpenAiServer.events("data: " + cut + "\n\n")))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider ended its answer with an error"));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void refused_key_is_a_separate_problem(int status) {
        assertThat(problem(status(status, "{\"error\":{\"message\":\"Incorrect API key\"}}")))
                .isEqualTo(new CompletionProblem.ProviderRefusedKey());
    }

    @ParameterizedTest
    @ValueSource(ints = {501, 302, 204})
    void other_status_is_a_failure_of_the_provider(int status) {
        assertThat(problem(status(status, ""))).isInstanceOf(CompletionProblem.ProviderFailed.class);
        assertThat(provider.requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {409, 500, 502, 503, 504, 529})
    void status_of_a_busy_provider_is_a_passing_failure(int status) {
        assertThat(problem(status(status, "")))
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider failed (" + status + ")", true));
        assertThat(provider.requests()).isEqualTo(1);
    }

    @Test
    void request_timeout_of_the_provider_passes() {
        assertThat(problem(status(408, ""))).isEqualTo(new CompletionProblem.ProviderTimedOut("request", true));
    }

    @Test
    void wait_of_a_busy_provider_is_reported() {
        MockResponse busy =
                ScriptedServer.status(503).setHeader("Retry-After", "9").build();

        assertThat(problem(busy))
                .isEqualTo(new CompletionProblem.ProviderFailed(
                        "the provider failed (503)", true, Optional.of(Duration.ofSeconds(9))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":500}", "{\"type\":\"server_error\"}"})
    void error_before_the_first_chunk_of_a_stream_passes_like_its_status(String error) {
        Problem problem = problem(OpenAiServer.events("data: {\"error\":" + error + "}\n\n"));

        assertThat(problem)
                .asInstanceOf(type(CompletionProblem.ProviderFailed.class))
                .returns(true, CompletionProblem.ProviderFailed::passing);
    }

    @Test
    void limit_is_reported_with_its_wait() {
        assertThat(problem(limited("30"))).isEqualTo(new ProviderLimited(Optional.of(Duration.ofSeconds(30))));
    }

    @Test
    void limit_may_be_a_date() {
        assertThat(problem(limited("Fri, 20 Nov 2026 10:01:00 GMT")))
                .isEqualTo(new ProviderLimited(Optional.of(Duration.ofMinutes(1))));
    }

    @Test
    void limit_without_a_wait_is_reported() {
        assertThat(problem(status(429, "{}"))).isEqualTo(new ProviderLimited(Optional.empty()));
        assertThat(problem(limited("soon"))).isEqualTo(new ProviderLimited(Optional.empty()));
    }

    @Test
    void unreachable_provider_is_a_passing_failure() {
        provider.close();

        Refusal refusal = catchThrowableOfType(Refusal.class, this::ask);

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider could not be reached", true));
    }

    @Test
    void missing_response_is_a_failure_that_is_not_retried() {
        MockResponse cut = ScriptedServer.status(200)
                .onResponseStart(new SocketEffect.CloseSocket())
                .build();

        assertThat(problem(cut, GOOD))
                .isEqualTo(new CompletionProblem.ProviderFailed("the connection to the provider failed", false));
        assertThat(provider.requests()).isEqualTo(1);
    }

    @Test
    void pooled_connection_that_the_provider_closed_is_no_failure() {
        MockResponse closed = ScriptedServer.status(200)
                .onResponseStart(new SocketEffect.CloseSocket())
                .build();
        provider.answers(GOOD, closed, GOOD);

        OpenAiChatModel model = OpenAiServer.model(provider);
        model.stream(CompletionRequest.of("Hi"), chunk -> {});
        model.stream(CompletionRequest.of("Hi"), chunk -> {});

        assertThat(provider.requests()).isEqualTo(3);
    }

    @Test
    void list_of_models_fails_alike() {
        provider.answers(status(401, ""), OpenAiServer.json("{}"));

        Refusal key = catchThrowableOfType(
                Refusal.class, () -> OpenAiServer.model(provider).models());
        Refusal garbage = catchThrowableOfType(
                Refusal.class, () -> OpenAiServer.model(provider).models());

        assertThat(key.problem()).isEqualTo(new CompletionProblem.ProviderRefusedKey());
        assertThat(garbage.problem()).isInstanceOf(CompletionProblem.ProviderFailed.class);
    }

    @Test
    void whole_answer_that_is_garbage_is_a_failure_of_the_provider() {
        provider.answers(
                OpenAiServer.json("{\"choices\":[]}"),
                OpenAiServer.json("no"),
                OpenAiServer.json("{\"error\":{\"message\":\"busy\",\"type\":\"server_error\"}}"));

        for (int i = 0; i < 3; i++) {
            Refusal refusal = catchThrowableOfType(
                    Refusal.class, () -> OpenAiServer.model(provider).complete(CompletionRequest.of("Hi")));

            assertThat(refusal.problem()).isInstanceOf(CompletionProblem.ProviderFailed.class);
        }
    }

    @Test
    void answer_past_the_bound_is_refused() {
        provider.answers(OpenAiServer.json("{\"x\":\"" + "y".repeat(2000) + "\"}"));
        ProviderOptions small = new ProviderOptions(
                OpenAiServer.baseUrl(provider), Optional.empty(), "m", ProviderTimeouts.DEFAULT, 1000);

        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> new OpenAiChatModel(small).complete(CompletionRequest.of("Hi")));

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider's answer is too long"));
    }

    private String ask() {
        return OpenAiServer.model(provider).stream(CompletionRequest.of("Hi"), chunk -> {})
                .content();
    }

    private Problem problem(MockResponse... responses) {
        provider.answers(responses);
        return catchThrowableOfType(Refusal.class, this::ask).problem();
    }

    private static MockResponse status(int code, String body) {
        return ScriptedServer.status(code).body(body).build();
    }

    private static MockResponse limited(String retryAfter) {
        return ScriptedServer.status(429).setHeader("Retry-After", retryAfter).build();
    }
}
