package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.ErrorForms;
import dev.guildhall.http.TestServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks of the agent service, for web users, over a socket. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebTaskHttpTest {
    private static final String TASKS = "/api/tasks";

    @AutoClose
    private final TestServer server = TestServer.start();

    private final Browser ada = Browser.stranger(server.client());
    private final Browser eve = Browser.stranger(server.client());

    /** A task that waits until a client executes it. */
    private static String task(Browser owner, String title) {
        Client.Answer made = owner.post(
                "/web/agent/api/tasks", "{'userId':'ME','title':'" + title + "','steps':[{'title':'Once'}]}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.text("id");
    }

    @Test
    void tasks_are_listed_in_pages_and_one_is_shown_as_the_agent_service_shows_it() {
        Browser grace = Browser.stranger(server.client());
        String older = task(grace, "Older");
        String newer = task(grace, "Newer");

        Client.Answer first = grace.get(TASKS + "?limit=1");
        Client.Answer rest = grace.get(TASKS + "?limit=1&userId=ME&cursor=" + first.text("nextCursor"));
        Client.Answer one = grace.get(TASKS + "?taskId=" + older);

        assertThat(first.text("tasks.0.id")).isEqualTo(newer);
        assertThat(rest.text("tasks.0.id")).isEqualTo(older);
        assertThat(rest.json().get("nextCursor").isNull()).isTrue();
        assertThat(one.json())
                .isEqualTo(grace.get("/web/agent/api/tasks/" + older).json());
        assertThat(one.text("status")).isEqualTo("pending");
    }

    @Test
    void a_task_is_cancelled_once_and_again_without_a_change() {
        String task = task(ada, "Cancel me");

        Client.Answer cancelled = ada.delete(TASKS + "?taskId=" + task);
        Client.Answer again = ada.delete(TASKS + "?taskId=" + task);

        assertThat(List.of(cancelled.status(), again.status())).containsOnly(200);
        assertThat(cancelled.text("status")).isEqualTo("cancelled");
        assertThat(again.json()).isEqualTo(cancelled.json());
    }

    @Test
    void another_users_task_is_one_that_does_not_exist() {
        String path = TASKS + "?taskId=" + task(ada, "Private");

        List<Client.Answer> answers = List.of(eve.get(path), eve.delete(path), eve.get(TASKS + "?taskId=task_unknown"));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.fault()).isEqualTo("404 " + answers.getLast().text("message"));
            ErrorForms.check("GET /api/tasks", answer);
        });
        assertThat(ada.get(path).text("status")).isEqualTo("pending");
        assertThat(eve.get(TASKS + "?userId=" + ada.userId()).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, ?limit=0, limit: must be",
        "GET, ?cursor=!, cursor: is not a cursor of this list",
        "GET, ?taskId=%20, taskId: must be 1 to 128 visible ASCII characters",
        "GET, ?userId=%09, userId: must be 1 to 128 visible ASCII characters",
        "DELETE, '', taskId: is required",
        "DELETE, ?taskId=, taskId: is required"
    })
    void a_bad_query_is_400_and_names_the_parameter(String method, String query, String message) {
        Client.Answer answer = ada.send(method, TASKS + query, "");

        assertThat(answer.fault()).startsWith("400 " + message);
        ErrorForms.check("GET /api/tasks", answer);
    }
}
