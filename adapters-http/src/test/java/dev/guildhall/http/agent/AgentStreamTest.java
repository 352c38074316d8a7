package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How an agent's stream ends when the answer fails. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentStreamTest {
    private static final String ASKING = "{'userId':'ME','stream':true,'messages':[{'role':'user','content':'hi'}]}";

    private final PiecewiseModel model = PiecewiseModel.saying("yes");

    @AutoClose
    private final TestServer server = TestServer.start(model);

    private final Client.Person ada = server.client().stranger();

    private Client.Answer failing(RuntimeException failure, String... words) {
        model.plays((request, sink) -> {
            for (String word : words) {
                sink.accept(new Chunk.Text(word));
                sink.settle();
            }
            throw failure;
        });
        return AgentRequests.post(ada, "/chat", ASKING);
    }

    private static Refusal refusal(String problem) {
        return new Refusal(problemOf(problem));
    }

    private static Problem problemOf(String name) {
        return switch (name) {
            case "failed" -> new CompletionProblem.ProviderFailed("the provider failed");
            case "timed out" -> new CompletionProblem.ProviderTimedOut("first token");
            case "limited" -> new CompletionProblem.ProviderLimited(Optional.empty());
            case "unknown model" -> new CompletionProblem.UnknownModel("there is no such model");
            default -> throw new IllegalArgumentException(name);
        };
    }

    @ParameterizedTest
    @CsvSource({"failed, 502", "timed out, 504", "limited, 429", "unknown model, 400"})
    void a_failure_before_the_first_event_is_a_plain_http_error(String problem, int status) {
        Client.Answer answer = failing(refusal(problem));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        ErrorForms.check("POST /agent/api/chat", answer);
    }

    @ParameterizedTest
    @CsvSource({"failed", "timed out", "limited", "unknown model"})
    void a_failure_behind_the_first_event_is_the_one_terminal_event(String problem) {
        Client.Answer answer = failing(refusal(problem), "Hello");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("text/event-stream");
        assertThat(answer.body())
                .isEqualTo("event: token\ndata: \"Hello\"\n\nevent: error\ndata: {\"error\":\""
                        + problemOf(problem).message() + "\"}\n\n");
    }

    @ParameterizedTest
    @CsvSource({"failed", "timed out", "limited", "unknown model"})
    void a_failure_of_a_stream_that_was_opened_early_is_an_event(String problem) {
        model.plays((request, sink) -> {
            throw refusal(problem);
        });

        Client.Answer answer =
                AgentRequests.post(ada, "/chat", ASKING.replace("'stream':true", "'stream':true,'openEarly':true"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("X-Chat-Id")).startsWith("chat_");
        assertThat(answer.body())
                .isEqualTo(":\n\nevent: error\ndata: {\"error\":\""
                        + problemOf(problem).message() + "\"}\n\n");
    }

    @Test
    void a_bug_behind_the_first_event_ends_the_stream_without_telling_what_it_is() {
        Client.Answer answer = failing(new IllegalStateException("/etc/secret"), "Hello");

        assertThat(answer.body())
                .endsWith("event: error\ndata: {\"error\":\""
                        + ErrorResponse.internal().message() + "\"}\n\n");
        assertThat(answer.body().split("event: ", -1)).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "'{''userId'':''ME'',''stream'':true,''messages'':[]}', 400",
        "'{''userId'':''ME'',''stream'':true,''tools'':[''a.b''],''messages'':[{''role'':''user'',''content'':''x''}]}',"
            + " 400",
        "'{''userId'':''usr_x'',''stream'':true,''messages'':[{''role'':''user'',''content'':''x''}]}', 403",
        "'{''userId'':''usr_x'',''stream'':true,''openEarly'':true,''messages'':[{''role'':''user'',''content'':''x''}]}',"
            + " 403",
        "'{''userId'':''ME'',''stream'':true,''chatId'':''chat_x'',''messages'':[{''role'':''user'',''content'':''x''}]}',"
            + " 404"
    })
    void a_stream_that_is_refused_is_a_plain_http_error(String body, int status) {
        Client.Answer answer = AgentRequests.post(ada, "/chat", body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        ErrorForms.check("POST /agent/api/chat", answer);
    }
}
