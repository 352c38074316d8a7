package dev.guildhall.integrations.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the client handles a service that is unreachable, or whose responses are invalid. */
@Timeout(60)
class RemoteAgentClientTest {
    private static final String TOKEN = "secret-token-0123456789";
    private static final Caller.User ADA =
            new Caller.User(new UserId("usr_a"), new ProfileId("prf_a"), new SessionId("ses_a"), Set.of(Role.USER));
    private static final String STREAM =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Chat-Id: chat_1\r\nConnection: close\r\n\r\n";
    private static final String ONE = "event: token\ndata: \"one\"\n\n";
    private static final AgentTimeouts SHORT = new AgentTimeouts(
            Duration.ofSeconds(5),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofSeconds(20),
            Duration.ofMillis(300));

    private static RemoteAgentClient client(int port, AgentTimeouts timeouts) {
        return new RemoteAgentClient(
                AgentAddress.parse("http://127.0.0.1:" + port + "/agent"),
                timeouts,
                caller -> new AccessToken(TOKEN),
                InstantSource.system());
    }

    private static RemoteAgentClient client(StrangeServer server) {
        return client(server.port(), AgentTimeouts.DEFAULT);
    }

    private static AgentRequest question() {
        return AgentRequest.ofQuestion(ADA.userId(), "hi");
    }

    private static Problem problemOf(ThrowingCallable call) {
        Refusal refusal = catchThrowableOfType(Refusal.class, call);
        assertThat(refusal.problem().message()).doesNotContain(TOKEN).doesNotContain("127.0.0.1");
        return refusal.problem();
    }

    private static Problem problemOfChat(RemoteAgentClient client) {
        return problemOf(() -> client.chat(ADA, question(), event -> {}));
    }

    private static Problem problemOfTask(RemoteAgentClient client) {
        return problemOf(() -> client.tasks(ADA, ADA.userId(), PageRequest.first()));
    }

    private static String error(int status, String more, String message) {
        String body = "{\"error\":\"x\",\"message\":\"" + message + "\",\"requestId\":\"r\"}";
        return "HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n" + more + "\r\n" + body;
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void an_unreachable_service_is_unavailable() throws IOException {
        RemoteAgentClient client = client(unusedPort(), AgentTimeouts.DEFAULT);

        assertThat(problemOfChat(client)).isInstanceOf(AgentProblem.ServiceUnavailable.class);
        assertThat(problemOfTask(client)).isInstanceOf(AgentProblem.ServiceUnavailable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":\n\n",
                "event: to",
                "event: token\n",
                "event: token\ndata: \"tw",
                "event: token\ndata: \"two\"\n",
                "event: token\ndata: {\n\n",
                "event: token\ndata: 5\n\n",
                "event: tool_start\ndata: {\"callId\":\"c\"}\n\n",
                "event: tool_result\ndata: {\"callId\":\"c\",\"tool\":\"a.b\",\"success\":true}\n\n",
                "event: usage\ndata: []\n\n",
                "event: done\ndata: {}\n\n",
                "<html>\n<body>\n"
            })
    void a_stream_that_ends_early_or_is_malformed_fails_after_the_chunks_that_were_sent(String rest)
            throws IOException {
        List<AgentEvent> events = new ArrayList<>();
        try (StrangeServer server = StrangeServer.answering(STREAM + ONE + rest)) {
            Problem problem = problemOf(() -> client(server).chat(ADA, question(), events::add));

            assertThat(problem).isInstanceOf(AgentProblem.ServiceUnavailable.class);
            assertThat(events)
                    .containsExactly(new AgentEvent.Started(new ChatId("chat_1")), new AgentEvent.Token("one"));
        }
    }

    @Test
    void an_event_of_a_later_version_is_left_out() throws IOException {
        String rest = "event: later\ndata: {\"x\":1}\n\nevent: done\n"
                + "data: {\"chatId\":\"chat_1\",\"toolsUsed\":[],\"memoryUpdated\":false}\n\n";
        try (StrangeServer server = StrangeServer.answering(STREAM + ONE + rest)) {
            assertThat(client(server)
                            .chat(ADA, question(), event -> {})
                            .message()
                            .content())
                    .isEqualTo("one");
        }
    }

    @Test
    void notices_of_the_service_are_in_the_reply() throws IOException {
        String rest = "event: done\ndata: {\"chatId\":\"chat_1\",\"toolsUsed\":[],\"memoryUpdated\":false,"
                + "\"notices\":[\"cut\"]}\n\n";
        try (StrangeServer server = StrangeServer.answering(STREAM + ONE + rest)) {
            assertThat(client(server)
                            .chat(ADA, question(), event -> {})
                            .message()
                            .notices())
                    .containsExactly("cut");
        }
    }

    @Test
    void a_line_that_does_not_end_fails() throws IOException {
        String long_ = "event: token\ndata: \"" + "x".repeat(RemoteAgentLimits.LINE_BYTES);
        try (StrangeServer server = StrangeServer.silentBehind(STREAM + long_)) {
            assertThat(problemOfChat(client(server))).isInstanceOf(AgentProblem.ServiceUnavailable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", STREAM, STREAM + ONE, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"})
    void silence_is_a_service_that_is_unavailable(String begun) throws IOException {
        try (StrangeServer server = StrangeServer.silentBehind(begun)) {
            RemoteAgentClient client = client(server.port(), SHORT);

            assertThat(problemOfChat(client)).isInstanceOf(AgentProblem.ServiceUnavailable.class);
            assertThat(problemOfTask(client)).isInstanceOf(AgentProblem.ServiceUnavailable.class);
        }
    }

    @Test
    void an_interrupt_ends_the_wait_for_an_answer() throws Exception {
        try (StrangeServer server = StrangeServer.silentBehind("")) {
            CountDownLatch asks = new CountDownLatch(1);
            RemoteAgentClient client = new RemoteAgentClient(
                    AgentAddress.parse("http://127.0.0.1:" + server.port() + "/agent"),
                    AgentTimeouts.DEFAULT,
                    caller -> {
                        asks.countDown();
                        return new AccessToken(TOKEN);
                    },
                    InstantSource.system());
            FutureTask<Problem> asking = new FutureTask<>(() -> problemOfChat(client));
            Thread thread = Thread.ofVirtual().start(asking);
            asks.await();

            thread.interrupt();

            assertThat(asking.get()).isEqualTo(new CommonProblem.Cancelled());
        }
    }

    @Test
    void a_redirect_is_not_followed() throws IOException {
        try (StrangeServer other = StrangeServer.answering(error(404, "", "there is no such chat"));
                StrangeServer server = StrangeServer.answering("HTTP/1.1 307 Temporary Redirect\r\nLocation: "
                        + "http://127.0.0.1:" + other.port() + "/agent/api/tasks\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(problemOfChat(client(server))).isInstanceOf(AgentProblem.ServiceUnavailable.class);
            assertThat(problemOfTask(client(server))).isInstanceOf(AgentProblem.ServiceUnavailable.class);
            assertThat(other.heads()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, tools: must be an array, Invalid",
        "413, the request body is larger than this path accepts, RequestRefused",
        "413, your files and the pictures in your chats may have 20 bytes together; delete some first, QuotaExceeded",
        "507, the agent service has no space left at the moment; try again, Unavailable",
        "422, limit: must be 1 to 200, Invalid",
        "400, no tool a.b is known, RequestRefused",
        "401, the session has ended, Unauthenticated",
        "403, userId: is not yours, Forbidden",
        "404, there is no such chat, NotFound",
        "409, the chat is being answered, Conflict",
        "502, the provider has failed, ServiceUnavailable",
        "504, the provider took too long, ServiceUnavailable"
    })
    void an_error_of_the_service_is_the_same_problem_here(int status, String message, String problem)
            throws IOException {
        try (StrangeServer server = StrangeServer.answering(error(status, "", message))) {
            assertThat(problemOfTask(client(server)).getClass().getSimpleName()).isEqualTo(problem);
            assertThat(problemOfChat(client(server)).message()).isEqualTo(message);
        }
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "0, 1", "9999999, 1", "soon, 1", "999999, 3600"})
    void a_limit_says_when_to_try_again(String header, long seconds) throws IOException {
        try (StrangeServer server =
                StrangeServer.answering(error(429, "Retry-After: " + header + "\r\n", "too many requests"))) {
            assertThat(problemOfChat(client(server)))
                    .isEqualTo(new CommonProblem.RateLimited(Duration.ofSeconds(seconds)));
        }
    }

    @ParameterizedTest
    @CsvSource({"500, it failed at /etc", "404, there is no such path", "421, Host: must be", "418, I am a teapot"})
    void another_error_says_no_more_than_its_status(int status, String message) throws IOException {
        try (StrangeServer server = StrangeServer.answering(error(status, "", message))) {
            assertThat(problemOfChat(client(server)))
                    .isInstanceOf(AgentProblem.ServiceUnavailable.class)
                    .extracting(Problem::message)
                    .asString()
                    .contains(Integer.toString(status))
                    .doesNotContain(message);
        }
    }

    @Test
    void an_error_of_something_else_is_not_passed_on() throws IOException {
        String page = "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<b>no</b>";
        try (StrangeServer server = StrangeServer.answering(page)) {
            assertThat(problemOfTask(client(server))).isInstanceOf(AgentProblem.ServiceUnavailable.class);
        }
    }

    @Test
    void an_overloaded_service_is_unavailable_for_a_moment() throws IOException {
        try (StrangeServer server = StrangeServer.answering(error(503, "Retry-After: 1\r\n", "too much work"))) {
            assertThat(problemOfChat(client(server))).isInstanceOf(CommonProblem.Unavailable.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tasks, {}",
        "tasks, '{\"tasks\":[{}],\"nextCursor\":null}'",
        "tasks, []",
        "tasks, nothing",
        "conversation, {}",
        "conversation, '{\"chatId\":\"\",\"userId\":\"u\"}'",
        "trace, '{\"answers\":5}'"
    })
    void a_whole_answer_that_is_another_one_is_unavailable(String what, String body) throws IOException {
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        ChatId chat = new ChatId("chat_1");
        try (StrangeServer server = StrangeServer.answering(answer)) {
            Problem problem = problemOf(() -> {
                switch (what) {
                    case "tasks" -> client(server).tasks(ADA, ADA.userId(), PageRequest.first());
                    case "trace" -> client(server).trace(ADA, ADA.userId(), chat);
                    default -> client(server).conversation(ADA, ADA.userId(), chat);
                }
            });

            assertThat(problem).isInstanceOf(AgentProblem.ServiceUnavailable.class);
        }
    }

    @Test
    void a_question_carries_the_token_and_the_span_to_its_mode() throws IOException {
        SpanContext span = new SpanContext("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", true);
        AgentRequest question = new AgentRequest(
                        ADA.userId(),
                        AgentMode.WITHOUT_TASKS,
                        Optional.empty(),
                        List.of(new NewMessage(Speaker.USER, "hi")),
                        AgentOptions.DEFAULT)
                .partOf(Optional.of(new CallOrigin(Optional.of(span), Optional.empty(), Optional.empty())));
        try (StrangeServer server = StrangeServer.answering(STREAM)) {
            problemOf(() -> client(server).chat(ADA, question, event -> {}));

            assertThat(server.heads())
                    .singleElement()
                    .asString()
                    .startsWith("POST /agent-v0.1/api/chat HTTP/1.1")
                    .contains("Authorization: Bearer " + TOKEN)
                    .contains("traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        }
    }
}
