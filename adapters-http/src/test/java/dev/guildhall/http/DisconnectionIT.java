package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.tool.ToolRequests;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class DisconnectionIT {
    private static final String MESSAGES = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";

    /** Sends one chunk or none, then is silent until the call is cancelled. */
    public static final class SilentModel implements ChatModel {
        public final CountDownLatch asked = new CountDownLatch(1);
        final CompletableFuture<String> ended = new CompletableFuture<>();
        private final CountDownLatch never = new CountDownLatch(1);
        public final boolean speaks;

        public SilentModel() {
            this(true);
        }

        public SilentModel(boolean speaks) {
            this.speaks = speaks;
        }

        @Override
        public String provider() {
            return "silent";
        }

        @Override
        public String defaultModel() {
            return "silent";
        }

        @Override
        public List<ModelInfo> models() {
            return List.of();
        }

        @Override
        public Completion complete(CompletionRequest request) {
            return silence();
        }

        @Override
        public Completion stream(CompletionRequest request, ChunkSink sink) {
            if (speaks) {
                sink.accept(new Chunk.Text("Hello"));
                sink.settle();
            }
            return silence();
        }

        private Completion silence() {
            asked.countDown();
            try {
                never.await();
                throw new IllegalStateException("this latch is never counted down");
            } catch (InterruptedException cancelled) {
                ended.complete("interrupted");
                Thread.currentThread().interrupt();
                throw new Refusal(new CommonProblem.Cancelled());
            }
        }
    }

    /** Calls the model that the test has set. */
    public record SwappableModel(AtomicReference<ChatModel> model) implements ChatModel {
        @Override
        public String provider() {
            return "swapped";
        }

        @Override
        public String defaultModel() {
            return "swapped";
        }

        @Override
        public List<ModelInfo> models() {
            return List.of();
        }

        @Override
        public Completion complete(CompletionRequest request) {
            return model.get().complete(request);
        }

        @Override
        public Completion stream(CompletionRequest request, ChunkSink sink) {
            return model.get().stream(request, sink);
        }
    }

    /** Every phase in which a request waits for a model. */
    public enum Phase {
        WHOLE_ANSWER("/completion/api/chat", false, false),
        COMPLETE("/completion/api/complete", false, false),
        BEFORE_THE_FIRST_TOKEN("/completion/api/chat", true, false),
        BETWEEN_TOKENS("/completion/api/chat", true, true),
        OPENAI_ANSWER("/completion/v1/chat/completions", false, false),
        OPENAI_BEFORE_THE_FIRST_TOKEN("/completion/v1/chat/completions", true, false),
        OPENAI_BETWEEN_TOKENS("/completion/v1/chat/completions", true, true),
        AGENT_ANSWER("/agent/api/chat", false, false),
        AGENT_BEFORE_THE_FIRST_TOKEN("/agent/api/chat", true, false),
        AGENT_BETWEEN_TOKENS("/agent/api/chat", true, true);

        public final String path;
        final boolean streams;
        public final boolean speaks;

        Phase(String path, boolean streams, boolean speaks) {
            this.path = path;
            this.streams = streams;
            this.speaks = speaks;
        }

        public String body(Client.Person person) {
            String user = path.startsWith("/agent") ? "\"userId\":\"" + person.userId() + "\"," : "";
            String stream = streams ? "\"stream\":true," : "";
            return "{\"model\":\"silent\"," + user + stream + MESSAGES + "}";
        }
    }

    private final AtomicReference<ChatModel> model = new AtomicReference<>(new SilentModel());
    private final SlowTool tool = new SlowTool();
    private final DisconnectionProbe probe = new DisconnectionProbe();

    @AutoClose
    private final TestServer server =
            TestServer.start(parts -> parts.chatModel(new SwappableModel(model)).tools(tool), List.of(probe.route()));

    private final Client.Person person = server.client().stranger();

    static Stream<Arguments> waysInEveryPhase() {
        return Arrays.stream(Phase.values())
                .flatMap(phase -> Arrays.stream(Disconnection.values()).map(way -> Arguments.of(phase, way)));
    }

    @ParameterizedTest
    @MethodSource("waysInEveryPhase")
    void a_client_that_leaves_ends_the_call_to_the_model_in_every_phase(Phase phase, Disconnection way)
            throws Exception {
        SilentModel silent = new SilentModel(phase.speaks);
        model.set(silent);
        try (RawHttp http = new RawHttp(server.port())) {
            String headers = "Authorization: Bearer " + person.accessToken() + "\r\n";
            http.request("POST", phase.path, headers, phase.body(person));
            assertThat(silent.asked.await(20, TimeUnit.SECONDS)).isTrue();

            way.leave(http);

            assertThat(silent.ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
        }
    }

    @Test
    void a_client_that_leaves_a_tool_call_cancels_it() throws Exception {
        leave("/api/v1/tools/%s/execute", "", "{}");

        assertThat(tool.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("cancelled");
    }

    @Test
    void a_client_that_leaves_a_tool_that_the_agent_runs_directly_cancels_it() throws Exception {
        String call = "{\"toolName\":\"slow.work\",\"userId\":\"" + person.userId() + "\"}";

        leave("/agent/api/tools/execute", "", call);

        assertThat(tool.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("cancelled");
    }

    @Test
    void a_client_that_leaves_a_summary_ends_the_call_to_the_model() throws Exception {
        SilentModel silent = new SilentModel();
        model.set(silent);
        String memory = "{\"userId\":\"" + person.userId() + "\",\"type\":\"long_term\",\"content\":\"Likes tea.\"}";
        person.client().post("/agent/api/memory", memory);

        try (RawHttp http = new RawHttp(server.port())) {
            String headers = "Authorization: Bearer " + person.accessToken() + "\r\n";
            http.request("GET", "/agent/api/memory/" + person.userId() + "/summary", headers, "");
            assertThat(silent.asked.await(20, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(silent.ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }

    @Test
    void a_client_that_leaves_a_tool_call_over_mcp_cancels_it() throws Exception {
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow__work\"}}";
        String headers = "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n";

        leave("/mcp", headers, call);

        assertThat(tool.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("cancelled");
    }

    @Test
    void a_tool_call_that_can_be_asked_for_again_goes_on_without_its_client() throws Exception {
        leave("/api/v1/tools/%s/execute", "Idempotency-Key: again\r\n", "{}");
        probe.await(server.port());

        tool.permits.release();

        assertThat(tool.ended.poll(20, TimeUnit.SECONDS)).isEqualTo("completed");
    }

    private void leave(String path, String headers, String body) throws InterruptedException {
        String toolId = ToolRequests.idOf(person.client(), SlowTool.NAME.value());
        String bearer = "Authorization: Bearer " + person.accessToken() + "\r\n";
        try (RawHttp http = new RawHttp(server.port())) {
            http.request("POST", path.formatted(toolId), bearer + headers, body);
            assertThat(tool.entered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_silent_stream_carries_comments() {
        model.set(new SilentModel());
        String body = "{\"stream\":true," + MESSAGES + "}";

        try (RawHttp http = new RawHttp(server.port())) {
            String headers = "Authorization: Bearer " + person.accessToken() + "\r\n";
            String seen =
                    http.request("POST", "/completion/api/chat", headers, body).readUntil(":\n\n");

            assertThat(seen).contains("data: {\"content\":\"Hello\"}\n\n");
        }
    }
}
