package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Limits;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenAiErrorsHttpTest {
    private static final String PLAIN = "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final int LARGE = 32 * 1024 * 1024;

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture((request, sink) -> fail(request));

    private static Completion fail(CompletionRequest request) {
        throw new Refusal(problem(request.sampling().model().orElseThrow()));
    }

    private static ProviderFault fault(String type, String code, Optional<String> param) {
        return new ProviderFault(Optional.of(type), Optional.of(code), param);
    }

    private static Problem problem(String model) {
        return switch (model) {
            case "unknown" -> new CompletionProblem.UnknownModel(model);
            case "refused" -> new CompletionProblem.RequestRefused("the prompt is too long");
            case "long" ->
                new CompletionProblem.RequestRefused(
                        "too long", fault("invalid_request_error", "context_length_exceeded", Optional.of("messages")));
            case "empty" ->
                new CompletionProblem.ProviderLimited(
                        Optional.empty(), true, fault("insufficient_quota", "insufficient_quota", Optional.empty()));
            case "limited" -> new CompletionProblem.ProviderLimited(Optional.of(Duration.ofSeconds(7)));
            case "key" -> new CompletionProblem.ProviderRefusedKey();
            case "slow" -> new CompletionProblem.ProviderTimedOut("first token");
            case "large" -> new CompletionProblem.NoRoomForAnswer();
            case "busy" -> new CompletionProblem.TooManyAtOnce();
            case "down" -> new CommonProblem.Unavailable("database");
            default -> throw new IllegalStateException("SELECT secret FROM /etc/passwd");
        };
    }

    @ParameterizedTest
    @CsvSource({
        "unknown,404,invalid_request_error,model,model_not_found",
        "refused,400,invalid_request_error,null,null",
        "long,400,invalid_request_error,messages,context_length_exceeded",
        "empty,429,insufficient_quota,null,insufficient_quota",
        "limited,429,requests,null,rate_limit_exceeded",
        "key,502,api_error,null,upstream_unavailable",
        "slow,504,api_error,null,upstream_timeout",
        "busy,503,server_error,null,service_unavailable",
        "large,503,server_error,null,service_unavailable",
        "down,503,server_error,null,service_unavailable"
    })
    void failures_have_the_types_and_codes_of_openai(String model, int status, String type, String param, String code) {
        Client.Answer answer = fixture.post(OpenAiFixture.CHAT, OpenAiFixture.ASKING.replace("piecewise", model));

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.texts("error.type", "error.param", "error.code")).containsExactly(type, param, code);
        assertThat(answer.header("X-Request-Id")).isNotEmpty();
        assertThat(answer.header("Retry-After")).isEqualTo(model.equals("limited") ? "7" : status == 503 ? "1" : "");
    }

    @Test
    void tokens_that_are_used_up_are_told_apart_from_requests() {
        CompletionLimits few = CompletionLimits.DEFAULT.withTokens(new RateLimit(5));
        try (TestServer server = TestServer.start(
                parts -> parts.chatModel(PiecewiseModel.saying("yes")).limits(Limits.DEFAULT.withCompletion(few)))) {
            Client client = server.client().stranger().client();
            Client.Answer first = client.post(OpenAiFixture.CHAT, OpenAiFixture.ASKING);

            Client.Answer second = client.post(OpenAiFixture.CHAT, OpenAiFixture.asking("\"stream\":true"));

            assertThat(first.header("X-RateLimit-Limit-Tokens")).isEqualTo("5");
            assertThat(first.header("X-RateLimit-Remaining-Tokens")).isEqualTo("0");
            assertThat(second.status()).isEqualTo(429);
            assertThat(second.header("Retry-After")).isNotEmpty();
            assertThat(second.json().at("/error/type").asText()).isEqualTo("tokens");
            assertThat(second.json().at("/error/code").asText()).isEqualTo("rate_limit_exceeded");
        }
    }

    @Test
    void who_has_too_many_requests_with_models_is_told_to_try_again() {
        CompletionLimits one =
                CompletionLimits.DEFAULT.withCalls(new CompletionLimits.Calls(10, 1, 0, Duration.ofSeconds(1)));
        List<Client.Answer> meanwhile = new CopyOnWriteArrayList<>();
        AtomicReference<Client> client = new AtomicReference<>();
        PiecewiseModel model = new PiecewiseModel((request, sink) -> {
            meanwhile.add(client.get().post(OpenAiFixture.CHAT, OpenAiFixture.ASKING));
            meanwhile.add(client.get().post("/completion/api/complete", PLAIN));
            return PiecewiseModel.said("yes");
        });
        try (TestServer server =
                TestServer.start(parts -> parts.chatModel(model).limits(Limits.DEFAULT.withCompletion(one)))) {
            client.set(server.client().stranger().client());

            Client.Answer first = client.get().post(OpenAiFixture.CHAT, OpenAiFixture.ASKING);

            assertThat(first.status()).as(first.body()).isEqualTo(200);
            assertThat(meanwhile).hasSize(2).allSatisfy(answer -> {
                assertThat(answer.status()).isEqualTo(429);
                assertThat(answer.header("Retry-After")).isEqualTo("1");
                assertThat(answer.body()).contains("too many requests at once");
            });
            assertThat(meanwhile.getFirst().json().at("/error/type").asText()).isEqualTo("requests");
        }
    }

    @Test
    void without_a_good_token_it_is_an_invalid_api_key() {
        Client.Answer none = fixture.server.client().get(OpenAiFixture.BASE + "/models");
        Client.Answer wrong = fixture.server
                .client()
                .with("Authorization", "Bearer sk-nonsense")
                .get(OpenAiFixture.BASE + "/models");

        assertThat(List.of(none, wrong)).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(answer.json().at("/error/type").asText()).isEqualTo("invalid_request_error");
            assertThat(answer.json().at("/error/code").asText()).isEqualTo("invalid_api_key");
        });
    }

    @Test
    void paths_methods_and_sizes_that_do_not_fit_are_told_in_the_same_form() {
        Client client = fixture.person.client();

        Client.Answer path = client.post(OpenAiFixture.BASE + "/fine_tuning/jobs", "{}");
        Client.Answer method = client.delete(OpenAiFixture.BASE + "/models/piecewise");
        Client.Answer size = client.post(OpenAiFixture.CHAT, "x".repeat(LARGE + 1));

        assertThat(path.status()).isEqualTo(404);
        assertThat(path.json().at("/error/code").asText()).isEqualTo("unknown_url");
        assertThat(method.status()).isEqualTo(405);
        assertThat(method.header("Allow")).isEqualTo("GET, HEAD");
        assertThat(method.json().at("/error/code").asText()).isEqualTo("method_not_supported");
        assertThat(size.status()).isEqualTo(413);
        assertThat(size.json().at("/error/code").asText()).isEqualTo("payload_too_large");
        assertThat(size.json().at("/error/type").asText()).isEqualTo("invalid_request_error");
    }
}
