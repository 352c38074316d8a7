package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.account.AccountErrors;
import dev.guildhall.http.agent.AgentErrors;
import dev.guildhall.http.completion.CompletionErrors;
import dev.guildhall.http.completion.anthropic.AnthropicErrors;
import dev.guildhall.http.completion.openai.OpenAiErrors;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.orchestration.OrchestrationErrors;
import dev.guildhall.http.run.RunErrors;
import dev.guildhall.http.tool.ToolErrors;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.testkit.FullStore;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FullStorageHttpTest {
    private static final String FORM =
            "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n" + "alpha\r\n--B--\r\n";

    private static Stream<ErrorForm> forms() {
        return Stream.of(
                new AccountErrors(),
                new ToolErrors(),
                new RunErrors(),
                new OrchestrationErrors(),
                new CompletionErrors(),
                new AgentErrors(),
                new WebChatErrors(),
                new OpenAiErrors(),
                new AnthropicErrors());
    }

    @ParameterizedTest
    @MethodSource("forms")
    void every_service_answers_507_when_the_database_has_no_space(ErrorForm form) {
        ErrorResponse answer = form.of(CommonProblem.Unavailable.full("database"));

        assertThat(answer.status()).isEqualTo(507);
        assertThat(answer.code()).isEqualTo("INSUFFICIENT_STORAGE");
        assertThat(answer.message()).isEqualTo("the database has no space left at the moment; try again");
        assertThat(answer.retryAfter()).contains(Duration.ofSeconds(30));
    }

    @Test
    void an_upload_to_a_full_storage_is_507_that_names_it_and_counts_no_bytes() {
        try (TestServer server = TestServer.start(parts -> parts.fileBlobs(new FullStore()))) {
            Browser ada = Browser.stranger(server.client());
            Client form = ada.client().with("Content-Type", "multipart/form-data; boundary=B");

            Client.Answer answer = form.send("POST", "/api/files", FORM);

            assertThat(answer.status()).isEqualTo(507);
            assertThat(answer.header("Retry-After")).isEqualTo("30");
            assertThat(answer.text("error")).isEqualTo("Insufficient Storage");
            assertThat(answer.text("message"))
                    .isEqualTo("the storage of files has no space left at the moment; try again");
            assertThat(ada.get("/api/files").json().get("files")).isEmpty();
        }
    }
}
