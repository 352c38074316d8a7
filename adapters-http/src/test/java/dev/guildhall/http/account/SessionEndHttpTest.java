package dev.guildhall.http.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.DisconnectionIT;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.SharedSessions;
import dev.guildhall.http.SlowTool;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.orchestration.TaskRequests;
import dev.guildhall.http.tool.ToolRequests;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.completion.ChatModel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that are running when their session ends. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionEndHttpTest {
    private static final String ENDED = "the session has ended";

    /** Every way to end a session. */
    enum Ending {
        LOGOUT((shared, person) -> person.client().post("/api/v1/auth/logout", "")),
        REVOCATION((shared, person) -> {
            Client other = signedInAgain(shared, person);
            String id = other.get("/api/v1/auth/sessions")
                    .json()
                    .findValuesAsText("id")
                    .get(1);
            other.delete("/api/v1/auth/sessions/" + id);
        }),
        PASSWORD_CHANGE((shared, person) -> signedInAgain(shared, person)
                .post(
                        "/api/v1/auth/password",
                        "{\"currentPassword\":\"correct horse battery\",\"newPassword\":\"another horse\"}")),
        ERASURE((shared, person) ->
                person.client().send("DELETE", "/api/v1/auth/account", "{\"password\":\"correct horse battery\"}")),
        REFRESH_TOKEN_USED_TWICE((shared, person) -> {
            String body = "{\"refreshToken\":\"" + person.refreshToken() + "\"}";
            person.client().post("/api/v1/auth/token/refresh", body);
            person.client().post("/api/v1/auth/token/refresh", body);
        }),
        ON_ANOTHER_NODE(SharedSessions::endElsewhere),
        ERASURE_ON_ANOTHER_NODE(SharedSessions::eraseElsewhere);

        private final BiConsumer<SharedSessions, Client.Person> way;

        Ending(BiConsumer<SharedSessions, Client.Person> way) {
            this.way = way;
        }

        private static Client signedInAgain(SharedSessions shared, Client.Person person) {
            String body = "{\"email\":\"" + person.email() + "\",\"password\":\"correct horse battery\"}";
            Client client = shared.server().client();
            return client.bearing(client.post("/api/v1/auth/login", body).text("accessToken"));
        }
    }

    private final AtomicReference<ChatModel> model = new AtomicReference<>(new DisconnectionIT.SilentModel());
    private final SlowTool tool = new SlowTool();

    @AutoClose
    private final SharedSessions shared = SharedSessions.start(
            parts -> parts.chatModel(new DisconnectionIT.SwappableModel(model)).tools(tool), List.of());

    private static String bearer(Client.Person person) {
        return "Authorization: Bearer " + person.accessToken() + "\r\n";
    }

    private String answer(DisconnectionIT.Phase phase, Ending ending) throws InterruptedException {
        DisconnectionIT.SilentModel silent = new DisconnectionIT.SilentModel(phase.speaks);
        model.set(silent);
        Client.Person person = shared.server().client().stranger();
        try (RawHttp http = new RawHttp(shared.server().port())) {
            http.request("POST", phase.path, bearer(person), phase.body(person));
            assertThat(silent.asked.await(20, TimeUnit.SECONDS)).isTrue();

            ending.way.accept(shared, person);

            return http.readAll();
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_ends_with_its_session_in_every_phase(DisconnectionIT.Phase phase) throws Exception {
        String answer = answer(phase, Ending.ON_ANOTHER_NODE);

        if (phase.speaks) {
            assertThat(answer).startsWith("HTTP/1.1 200 OK").contains("Hello").doesNotContain("[DONE]", "event: done");
            assertThat(answer.substring(answer.indexOf("Hello"))).contains("rror", ENDED);
        } else {
            assertThat(answer).startsWith("HTTP/1.1 401 Unauthorized").contains("WWW-Authenticate: Bearer", ENDED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stream_ends_whatever_ends_its_session(Ending ending) throws Exception {
        String answer = answer(DisconnectionIT.Phase.BETWEEN_TOKENS, ending);

        assertThat(answer)
                .startsWith("HTTP/1.1 200 OK")
                .contains("Unauthorized")
                .doesNotContain("[DONE]");
    }

    @Test
    void a_tool_call_over_mcp_ends_with_its_session() throws Exception {
        Client.Person person = shared.server().client().stranger();
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow__work\"}}";
        String headers = "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n";
        try (RawHttp http = new RawHttp(shared.server().port())) {
            http.request("POST", "/mcp", bearer(person) + headers, call);
            assertThat(tool.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

            shared.endElsewhere(person);

            assertThat(http.readAll()).startsWith("HTTP/1.1 401 Unauthorized").contains(ENDED);
        }
        assertThat(tool.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("cancelled");
    }

    @Test
    void an_execution_of_a_tool_ends_with_its_session() throws Exception {
        Client.Person person = shared.server().client().stranger();
        String path = "/api/v1/tools/" + ToolRequests.idOf(person.client(), SlowTool.NAME.value()) + "/execute";
        try (RawHttp http = new RawHttp(shared.server().port())) {
            http.request("POST", path, bearer(person), "{}");
            assertThat(tool.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

            shared.endElsewhere(person);

            assertThat(http.readAll()).startsWith("HTTP/1.1 401 Unauthorized").contains(ENDED);
        }
        assertThat(tool.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("cancelled");
    }

    @ParameterizedTest
    @EnumSource
    void an_execution_with_a_key_goes_on_when_its_session_has_ended_and_its_client_has_been_told(Ending ending)
            throws Exception {
        Client.Person person = shared.server().client().stranger();
        String path = "/api/v1/tools/" + ToolRequests.idOf(person.client(), SlowTool.NAME.value()) + "/execute";
        try (RawHttp http = new RawHttp(shared.server().port())) {
            http.request("POST", path, bearer(person) + "Idempotency-Key: once\r\n", "{}");
            assertThat(tool.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

            ending.way.accept(shared, person);

            assertThat(http.readAll()).startsWith("HTTP/1.1 401 Unauthorized").doesNotContain("executionId");
        }
        tool.permits.release();
        assertThat(tool.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("completed");
    }

    @Test
    void another_session_of_the_account_streams_on() throws Exception {
        DisconnectionIT.SilentModel silent = new DisconnectionIT.SilentModel(true);
        model.set(silent);
        Client.Person person = shared.server().client().stranger();
        try (RawHttp http = new RawHttp(shared.server().port())) {
            http.request(
                    "POST", "/completion/api/chat", bearer(person), DisconnectionIT.Phase.BETWEEN_TOKENS.body(person));
            assertThat(silent.asked.await(20, TimeUnit.SECONDS)).isTrue();

            Client other = Ending.signedInAgain(shared, person);
            other.post("/api/v1/auth/logout", "");

            assertThat(http.readUntil(":\n\n")).contains("Hello").doesNotContain("rror");
        }
    }

    @Test
    void a_task_that_comes_when_the_session_of_a_poll_has_ended_is_not_handed_out() throws Exception {
        Client.Person person = shared.server().client().stranger();
        Client other = Ending.signedInAgain(shared, person);
        TaskRequests.post(person.client(), "/workers/poll", "{'types':['parcel']}");
        try (RawHttp http = new RawHttp(shared.server().port())) {
            http.request("POST", "/api/v1/workers/poll", bearer(person), "{\"types\":[\"parcel\"],\"waitSeconds\":60}");

            shared.endElsewhere(person);
            String answer = http.readAll();
            String id = TaskRequests.submitted(other, "{'type':'parcel'}");

            assertThat(answer).startsWith("HTTP/1.1 401 Unauthorized");
            assertThat(TaskRequests.get(other, "/tasks/" + id)
                            .json()
                            .at("/attempts")
                            .asInt())
                    .isZero();
        }
    }

    @Test
    void the_roles_are_those_of_the_account_and_not_those_of_the_token() {
        Client.Person admin = shared.server().client().register(TestServer.ADMIN);
        Client.Person ada = shared.server().client().stranger();
        String id = TaskRequests.submitted(ada.client(), "{'type':'echo'}");

        try (TestServer another = shared.another(Set.of(new Email(ada.email())))) {
            Client demoted = another.client().bearing(admin.accessToken());
            Client promoted = another.client().bearing(ada.accessToken());

            assertThat(admin.client().get("/api/v1/tasks/" + id).status()).isEqualTo(200);
            assertThat(demoted.get("/api/v1/tasks/" + id).status()).isEqualTo(404);
            assertThat(demoted.get("/api/v1/auth/session").json().at("/roles").toString())
                    .isEqualTo("[\"user\"]");
            assertThat(promoted.get("/api/v1/auth/session").json().at("/roles").toString())
                    .isEqualTo("[\"user\",\"admin\"]");
        }
    }
}
