package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.testkit.Sample;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TracedConversationTest {
    private static final String CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final CallDeadline DEADLINE = CallDeadline.in(Duration.ofMinutes(1));

    private final List<Outgoing> sent = new ArrayList<>();
    private final List<TracedMcpRequest> ended = new ArrayList<>();
    private boolean isTraced = true;
    private Optional<McpFault> fault = Optional.empty();
    private Reply reply = new Reply.Result(Map.of());

    private final McpMeter meter = new McpMeter() {
        @Override
        public Optional<SpanContext> begin(Optional<SpanContext> parent) {
            byte[] random = new byte[SpanContext.ROOT_BYTES];
            return isTraced
                    ? Optional.of(parent.map(above -> above.child(random)).orElse(SpanContext.root(random)))
                    : Optional.empty();
        }

        @Override
        public void ended(TracedMcpRequest request) {
            ended.add(request);
        }
    };

    private final McpConversation inner = new McpConversation() {
        @Override
        public Reply ask(Outgoing request, CallDeadline deadline) throws McpFault {
            sent.add(request);
            if (fault.isPresent()) {
                throw fault.get();
            }
            return reply;
        }

        @Override
        public void sendNotification(String method, Map<String, Object> parameters, CallDeadline deadline) {}

        @Override
        public void follow(ToolExchange exchange, CallDeadline deadline) {}

        @Override
        public void agreeOn(String protocolVersion) {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean mayBeSilent() {
            return false;
        }

        @Override
        public boolean hasNewTools() {
            return false;
        }

        @Override
        public void close() {}
    };

    private final McpConversation traced =
            new TracedConversation(inner, Optional.of(URI.create("https://far.example/mcp")), meter, () -> Sample.NOW);

    private void call(Map<String, Object> meta) throws McpFault {
        traced.ask(
                new Outgoing(
                        "tools/call", Map.of("name", "echo", "_meta", meta), Map.of("a", "b"), ToolExchange.none()),
                DEADLINE);
    }

    @Test
    void a_request_tells_the_server_its_span_which_is_a_child_of_its_callers() throws McpFault {
        traced.agreeOn("2025-06-18");
        call(Map.of("traceparent", CALLER, "progressToken", "t"));

        TracedMcpRequest request = ended.getFirst();
        String span = request.span().orElseThrow().toTraceparent();
        assertThat(request.parent()).isEqualTo(SpanContext.ofTraceparent(CALLER));
        assertThat(span).startsWith(CALLER.substring(0, 36)).isNotEqualTo(CALLER);
        assertThat(sent.getFirst().parameters().get("_meta"))
                .isEqualTo(Map.of("traceparent", span, "progressToken", "t"));
        assertThat(sent.getFirst().headers()).isEqualTo(Map.of("a", "b", "traceparent", span));
        assertThat(request.tool()).contains("echo");
        assertThat(request.version()).contains("2025-06-18");
        assertThat(request.failure()).isEmpty();
    }

    @Test
    void without_spans_the_server_is_told_that_of_the_caller_and_nothing_else() throws McpFault {
        isTraced = false;
        call(Map.of("traceparent", CALLER));
        call(Map.of());

        assertThat(sent.get(0).headers()).containsEntry("traceparent", CALLER);
        assertThat(sent.get(1).headers()).isEqualTo(Map.of("a", "b"));
        assertThat(sent.get(1).parameters().get("_meta")).isEqualTo(Map.of());
        assertThat(ended).hasSize(2);
    }

    @Test
    void failures_have_a_short_name() throws McpFault {
        reply = new Reply.Failed(-32602, "no", Optional.empty());
        call(Map.of());
        reply = new Reply.Result(Map.of("isError", true));
        call(Map.of());
        fault = Optional.of(new McpFault(FailureKind.TIMED_OUT, "late"));
        assertThatThrownBy(() -> call(Map.of())).isInstanceOf(McpFault.class);

        assertThat(ended)
                .extracting(request -> request.failure().orElseThrow())
                .containsExactly(
                        TracedMcpRequest.Failure.of(-32602),
                        TracedMcpRequest.Failure.TOOL,
                        new TracedMcpRequest.Failure("timed_out", Optional.empty()));
    }
}
