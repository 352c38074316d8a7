package dev.guildhall.http;

import static dev.guildhall.http.orchestration.TaskRequests.delete;
import static dev.guildhall.http.orchestration.TaskRequests.get;
import static dev.guildhall.http.orchestration.TaskRequests.poll;
import static dev.guildhall.http.orchestration.TaskRequests.post;
import static dev.guildhall.http.orchestration.TaskRequests.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.Sample;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A server that allows a user one open stream, wait or poll; the user of each test has a stream open. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StreamLimitTest {
    private static final String MESSAGE = "too many open streams, waits and polls; try again in 1 s";

    private final TestServer server =
            TestServer.start(parts -> parts, List.of(), List.of(), Sample.with(TestServer.LIMITS, "streamsPerUser", 1));
    private Client.Person ada = server.client().stranger();
    private String task = "";
    private RawHttp stream = new RawHttp(server.port());

    @BeforeEach
    void openAStream() {
        ada = server.client().stranger();
        poll(ada.client(), "parcel");
        task = submitted(ada.client(), "{'type':'parcel'}");
        stream = new RawHttp(server.port());
        stream.request(
                        "GET",
                        "/api/v1/tasks/" + task + "/events",
                        "Authorization: Bearer " + ada.accessToken() + "\r\n",
                        "")
                .readUntil("event: queued");
    }

    @AfterEach
    void closeTheStream() {
        stream.close();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static void assertRefused(Client.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    private static void assertRefusedWithCode(Client.Answer answer) {
        assertRefused(answer);
        assertThat(answer.text("error.code")).isEqualTo("RATE_LIMITED");
        assertThat(answer.text("error.message")).isEqualTo(MESSAGE);
    }

    private static void assertRefusedPlainly(Client.Answer answer) {
        assertRefused(answer);
        assertThat(answer.text("error")).isEqualTo("Too Many Requests");
        assertThat(answer.text("message")).isEqualTo(MESSAGE);
    }

    @Test
    void another_stream_of_the_user_is_refused_in_the_form_of_each_service() {
        String messages = "'messages':[{'role':'user','content':'hi'}],'stream':true";
        Client.Answer completion = ada.client().post("/completion/api/chat", json("{" + messages + "}"));
        Client.Answer openAi =
                ada.client().post("/completion/v1/chat/completions", json("{'model':'m'," + messages + "}"));
        Client.Answer agent =
                ada.client().post("/agent/api/chat", json("{'userId':'" + ada.userId() + "'," + messages + "}"));

        assertRefusedWithCode(get(ada.client(), "/tasks/" + task + "/events"));
        assertRefusedPlainly(completion);
        assertRefusedPlainly(agent);
        assertRefused(openAi);
        assertThat(openAi.text("error.message")).isEqualTo(MESSAGE);
    }

    @Test
    void a_wait_and_a_poll_of_the_user_are_refused() {
        assertRefusedWithCode(get(ada.client(), "/tasks/" + task + "?wait=1"));
        assertRefusedWithCode(post(ada.client(), "/workers/poll", "{'types':['letter'],'waitSeconds':1}"));
    }

    @Test
    void a_task_whose_outcome_cannot_be_waited_for_is_not_created() {
        assertRefusedWithCode(post(ada.client().with("Prefer", "wait=1"), "/tasks", "{'type':'echo'}"));

        assertThat(get(ada.client(), "/tasks").json().get("tasks")).hasSize(1);
    }

    @Test
    void requests_that_wait_for_nothing_and_streams_of_others_go_through() {
        Client.Person bob = server.client().stranger();
        String another = submitted(bob.client(), "{'type':'echo'}");

        assertThat(get(ada.client(), "/tasks/" + task).status()).isEqualTo(200);
        assertThat(get(bob.client(), "/tasks/" + another + "?wait=60").text("status"))
                .isEqualTo("completed");
        assertThat(get(bob.client(), "/tasks/" + another + "/events").body()).contains("event: completed");
    }

    @Test
    void a_stream_that_has_ended_makes_room_for_another_one() {
        delete(ada.client(), "/tasks/" + task);
        assertThat(stream.readAll()).contains("event: cancelled");

        for (int i = 0; i < 3; i++) {
            assertThat(get(ada.client(), "/tasks/" + task + "/events").status()).isEqualTo(200);
        }
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
