package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentTraceHttpTest {
    private static final int MOST = 10;
    private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05.678Z");

    private final Stores stores = InMemoryStores.empty();

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.stores(stores));

    private final Client.Person ada = server.client().stranger();
    private final Client.Person bob = server.client().stranger();
    private final String chat = AgentRequests.post(
                    ada, "/chat", "{'userId':'ME','messages':[{'role':'user','content':'hi'}]}")
            .text("chatId");

    @BeforeAll
    void start() {
        stores.agents().addTrace(new ChatId(chat), whole(), MOST);
        stores.agents().addTrace(new ChatId(chat), brokenOff(), MOST);
    }

    private static AgentTrace whole() {
        AgentTrace.Step memory = new AgentTrace.Recall(
                millis(1), millis(4), List.of(new AgentTrace.Remembered(new MemoryId("mem_1"), 0.75)));
        AgentTrace.Step model = new AgentTrace.ModelCall(
                millis(6),
                millis(480),
                1,
                Optional.of("m-1"),
                Optional.of(millis(210)),
                new Usage(412, 18, true),
                1,
                Optional.empty(),
                List.of(new AgentTrace.Message("user", "hi")),
                "so");
        AgentTrace.Step tool = new AgentTrace.ToolCall(
                millis(487),
                millis(2),
                1,
                "c1",
                "test.double",
                Optional.empty(),
                Optional.empty(),
                Map.of("n", 2),
                "4");
        return new AgentTrace(STARTED, millis(1210), AgentTrace.Outcome.COMPLETED, List.of(memory, model, tool));
    }

    private static AgentTrace brokenOff() {
        AgentTrace.Step model = new AgentTrace.ModelCall(
                Duration.ZERO,
                millis(30),
                1,
                Optional.empty(),
                Optional.empty(),
                Usage.NONE,
                0,
                Optional.of("the provider failed"));
        AgentTrace.Step tool = new AgentTrace.ToolCall(
                millis(31), Duration.ofNanos(999_999), 1, "c2", "test.double", Optional.of("too slow"));
        return new AgentTrace(STARTED.plusSeconds(60), millis(32), AgentTrace.Outcome.FAILED, List.of(model, tool));
    }

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    private static JsonNode answer(Client.Answer trace, int fromLast) {
        JsonNode answers = trace.json().get("answers");
        return answers.get(answers.size() - 1 - fromLast);
    }

    @Test
    void a_trace_tells_each_step_of_an_answer_with_its_times() {
        Client.Answer trace = AgentRequests.get(ada, "/chat/" + chat + "/trace?userId=ME");

        assertThat(trace.status()).isEqualTo(200);
        assertThat(trace.text("chatId")).isEqualTo(chat);
        assertThat(trace.text("userId")).isEqualTo(ada.userId());
        assertThat(answer(trace, 1)).hasToString("""
            {"startedAt":"2026-01-02T03:04:05.678Z","durationMs":1210,"outcome":"completed","steps":[\
            {"kind":"memory","startedAfterMs":1,"durationMs":4,"memories":[{"id":"mem_1","score":0.75}]},\
            {"kind":"model","startedAfterMs":6,"durationMs":480,"round":1,"model":"m-1","firstTokenMs":210,\
            "usage":{"promptTokens":412,"completionTokens":18,"estimated":true},"toolCalls":1,"error":null,\
            "prompt":[{"role":"user","content":"hi"}],"answer":"so"},\
            {"kind":"tool","startedAfterMs":487,"durationMs":2,"round":1,"callId":"c1","tool":"test.double",\
            "error":null,"arguments":{"n":2},"result":"4"}]}\
            """);
    }

    @Test
    void a_trace_contains_the_reason_of_an_incomplete_answer() {
        Client.Answer trace = AgentRequests.get(ada, "/chat/" + chat + "/trace?userId=ME");

        assertThat(answer(trace, 0)).hasToString("""
            {"startedAt":"2026-01-02T03:05:05.678Z","durationMs":32,"outcome":"failed","steps":[\
            {"kind":"model","startedAfterMs":0,"durationMs":30,"round":1,"model":null,"firstTokenMs":null,\
            "usage":{"promptTokens":0,"completionTokens":0,"estimated":false},"toolCalls":0,\
            "error":"the provider failed","prompt":[],"answer":""},\
            {"kind":"tool","startedAfterMs":31,"durationMs":0,"round":1,"callId":"c2","tool":"test.double",\
            "error":"too slow","arguments":{},"result":""}]}\
            """);
    }

    @Test
    void the_trace_of_a_foreign_chat_is_404_and_of_a_foreign_user_403() {
        Client.Answer asOwn = AgentRequests.get(bob, "/chat/" + chat + "/trace?userId=ME");
        Client.Answer asForeign = AgentRequests.get(bob, "/chat/" + chat + "/trace?userId=" + ada.userId());
        Client.Answer asNobodys = AgentRequests.get(ada, "/chat/" + chat + "/trace");

        assertThat(asOwn.status()).isEqualTo(404);
        assertThat(asForeign.status()).isEqualTo(403);
        assertThat(asNobodys.fault()).isEqualTo("400 userId: is required");
    }
}
