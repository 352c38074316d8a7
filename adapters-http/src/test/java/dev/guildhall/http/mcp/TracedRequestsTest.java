package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TracedRequestsTest {
    private static final String OUTER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String IN_META = "00-4bf92f3577b34da6a3ce929d0e0e4736-1111111111111111-01";

    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final List<TracedMcpRequest> ended = new ArrayList<>();
    private boolean isTraced = true;
    private final TracedRequests traced = new TracedRequests(
            new McpMeter() {
                @Override
                public Optional<SpanContext> begin(Optional<SpanContext> parent) {
                    byte[] random = new byte[SpanContext.ROOT_BYTES];
                    return isTraced
                            ? Optional.of(
                                    parent.map(above -> above.child(random)).orElse(SpanContext.root(random)))
                            : Optional.empty();
                }

                @Override
                public void ended(TracedMcpRequest request) {
                    ended.add(request);
                }
            },
            time);
    private final TracedRequests.Origin origin = new TracedRequests.Origin(
            Peer.older(
                    new Caller.User(
                            new UserId("usr_1"), new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER)),
                    Optional.of("session"),
                    McpView.ALL),
            "2025-11-25",
            SpanContext.ofTraceparent(OUTER));

    private static RpcMessage.Request request(String method, Map<String, Object> params) {
        return new RpcMessage.Request(Json.MAPPER.valueToTree(7), method, Json.MAPPER.valueToTree(params));
    }

    private static RpcMessage.Request call(Map<String, Object> meta) {
        return request("tools/call", Map.of("name", "far__echo", "_meta", meta));
    }

    private String carriedOut(RpcMessage.Request request) {
        return traced.answer(origin, request, within -> {
            time.advance(Duration.ofMillis(30));
            return within.params().at("/_meta/traceparent").asText();
        });
    }

    @Test
    void a_request_is_a_child_of_the_span_in_its_meta_and_causes_within_its_own() {
        String within = carriedOut(call(Map.of("traceparent", IN_META, "progressToken", 3)));

        TracedMcpRequest request = ended.getFirst();
        assertThat(request.parent()).isEqualTo(SpanContext.ofTraceparent(IN_META));
        assertThat(within)
                .isEqualTo(request.span().orElseThrow().toTraceparent())
                .isNotEqualTo(IN_META);
        assertThat(request.duration()).isEqualTo(Duration.ofMillis(30));
        assertThat(request.tool()).contains("far__echo");
        assertThat(request.session()).contains("session");
        assertThat(request.id()).contains("7");
        assertThat(request.failure()).isEmpty();
    }

    @Test
    void a_request_without_a_valid_span_in_its_meta_is_a_child_of_its_http_request() {
        carriedOut(call(Map.of("traceparent", "nonsense")));
        carriedOut(request("tools/list", Map.of()));

        assertThat(ended).extracting(TracedMcpRequest::parent).containsOnly(SpanContext.ofTraceparent(OUTER));
    }

    @Test
    void without_spans_the_clients_own_is_passed_on() {
        isTraced = false;

        assertThat(carriedOut(call(Map.of()))).isEqualTo(OUTER);
        assertThat(carriedOut(call(Map.of("traceparent", IN_META)))).isEqualTo(IN_META);
    }

    @Test
    void a_refusal_has_its_code_and_no_name_and_a_tool_that_fails_is_an_error() {
        assertThatThrownBy(() -> traced.answer(origin, call(Map.of()), within -> {
                    throw RpcRefusal.unknownTool("made up");
                }))
                .isInstanceOf(RpcRefusal.class);
        traced.answer(origin, call(Map.of()), within -> CallResults.error("no", Map.of()));
        traced.answer(origin, call(Map.of()), within -> Map.of("isError", true));

        assertThat(ended.get(0).failure()).contains(TracedMcpRequest.Failure.of(-32602));
        assertThat(ended.get(0).tool()).isEmpty();
        assertThat(ended.get(1).failure()).contains(TracedMcpRequest.Failure.TOOL);
        assertThat(ended.get(2).failure()).contains(TracedMcpRequest.Failure.TOOL);
    }
}
