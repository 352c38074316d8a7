package dev.guildhall.integrations.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Counter;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.usage.UsageEntry;
import dev.guildhall.testkit.Sample;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OtlpTracesTest {
    private static final TracedModelCall CALL = new TracedModelCall(
            Optional.empty(),
            Sample.NOW,
            Duration.ofMillis(7),
            TracedModelCall.Operation.CHAT,
            new UsageEntry.Asked("openai", "gpt-5", 2),
            true,
            List.of(new TracedModelCall.Failure(Sample.NOW, "openai", "gpt-5", "provider_limited")),
            Optional.of(URI.create("https://llm.example/v1")),
            new Sampling(Optional.of("gpt-5"), OptionalDouble.of(0.5), OptionalInt.of(64)),
            false,
            Optional.empty(),
            new Usage(3, 4),
            Optional.empty(),
            new TracedModelCall.End.Answered("gpt-5-2026", Optional.of(FinishReason.STOP)));

    @AutoClose
    private final OtlpReceiver receiver = new OtlpReceiver();

    private static OtlpTraces to(URI endpoint) {
        return OtlpTraces.open(options(endpoint));
    }

    /** Sends to a receiver that does not respond, so that a stop waits in vain. */
    private static OtlpTraces inVain(URI endpoint) {
        return OtlpTraces.open(options(endpoint), Duration.ofMillis(100));
    }

    private static OtlpOptions options(URI endpoint) {
        return new OtlpOptions(
                endpoint,
                Map.of("api-key", "s3cret"),
                Map.of("service.name", "hall", "deployment.environment.name", "test"));
    }

    private static long figure(OtlpTraces traces, String name) {
        return (long) traces.counters().stream()
                .filter(counter -> counter.name().equals(name))
                .map(Counter::value)
                .findFirst()
                .orElseThrow()
                .getAsDouble();
    }

    @Test
    void a_request_to_a_model_says_how_and_where_it_was_asked() {
        OtlpTraces traces = to(receiver.endpoint());
        traces.asked(CALL);
        traces.close();

        assertThat(OtlpReceiver.attributes(receiver.span("chat gpt-5").getAttributesList()))
                .containsEntry("gen_ai.request.temperature", "0.5")
                .containsEntry("gen_ai.request.max_tokens", "64")
                .containsEntry("server.address", "llm.example")
                .containsEntry("server.port", "443")
                .containsEntry("http.request.resend_count", "1");
        assertThat(receiver.span("chat gpt-5").getEventsList()).singleElement().satisfies(event -> {
            assertThat(event.getName()).isEqualTo("guildhall.attempt_failed");
            assertThat(OtlpReceiver.attributes(event.getAttributesList()))
                    .containsEntry("gen_ai.provider.name", "openai")
                    .containsEntry("error.type", "provider_limited");
        });
    }

    @Test
    void a_request_of_the_model_context_protocol_has_its_method_tool_and_error() {
        OtlpTraces traces = to(receiver.endpoint());
        SpanContext parent = SpanContext.root(new byte[SpanContext.ROOT_BYTES]);
        SpanContext own = new SpanContext(parent.traceId(), "1111111111111111", true);
        traces.exchanged(new TracedMcpRequest(
                TracedMcpRequest.Side.CLIENT,
                Optional.of(own),
                Optional.of(parent),
                Sample.NOW,
                Duration.ofMillis(7),
                "tools/call",
                Optional.of("echo"),
                Optional.empty(),
                Optional.of("file:///a"),
                Optional.empty(),
                Optional.of("2026-07-28"),
                Optional.empty(),
                Optional.of(URI.create("https://far.example/mcp")),
                Optional.of(TracedMcpRequest.Failure.of(-32602))));
        traces.close();

        Span span = receiver.span("tools/call echo");
        assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(HexFormat.of().formatHex(span.getSpanId().toByteArray())).isEqualTo(own.spanId());
        assertThat(HexFormat.of().formatHex(span.getParentSpanId().toByteArray()))
                .isEqualTo(parent.spanId());
        assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(OtlpReceiver.attributes(span.getAttributesList()))
                .containsEntry("mcp.method.name", "tools/call")
                .containsEntry("mcp.protocol.version", "2026-07-28")
                .containsEntry("gen_ai.tool.name", "echo")
                .containsEntry("mcp.resource.uri", "file:///a")
                .containsEntry("gen_ai.operation.name", "execute_tool")
                .containsEntry("network.transport", "tcp")
                .containsEntry("server.address", "far.example")
                .containsEntry("server.port", "443")
                .containsEntry("error.type", "-32602")
                .containsEntry("rpc.response.status_code", "-32602");
    }

    @Test
    void embeddings_have_a_span_without_tokens_of_an_answer() {
        OtlpTraces traces = to(receiver.endpoint());
        traces.asked(new TracedModelCall(
                Optional.empty(),
                Sample.NOW,
                Duration.ofMillis(7),
                TracedModelCall.Operation.EMBEDDINGS,
                new UsageEntry.Asked("embeddings", "minilm", 1),
                true,
                List.of(),
                Optional.empty(),
                Sampling.DEFAULT,
                false,
                Optional.empty(),
                new Usage(3, 0),
                Optional.empty(),
                new TracedModelCall.End.Answered("minilm", Optional.empty())));
        traces.close();

        assertThat(OtlpReceiver.attributes(receiver.span("embeddings minilm").getAttributesList()))
                .containsEntry("gen_ai.operation.name", "embeddings")
                .containsEntry("gen_ai.usage.input_tokens", "3")
                .doesNotContainKeys("gen_ai.usage.output_tokens", "gen_ai.response.finish_reasons", "server.address");
    }

    @Test
    void spans_go_with_the_headers_and_the_name_of_the_service() {
        OtlpTraces traces = to(receiver.endpoint());
        traces.asked(CALL);
        traces.close();

        assertThat(receiver.lastHeaders().getFirst("api-key")).isEqualTo("s3cret");
        assertThat(receiver.lastHeaders().getFirst("Content-Type")).isEqualTo("application/x-protobuf");
        assertThat(OtlpReceiver.attributes(receiver.requests()
                        .getFirst()
                        .getResourceSpans(0)
                        .getResource()
                        .getAttributesList()))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("service.name", "hall", "deployment.environment.name", "test"));
        assertThat(receiver.span("chat gpt-5").getEndTimeUnixNano()
                        - receiver.span("chat gpt-5").getStartTimeUnixNano())
                .isEqualTo(7_000_000);
        assertThat(figure(traces, "otlp_spans_sent")).isOne();
        assertThat(figure(traces, "otlp_spans_lost")).isZero();
    }

    @Test
    void what_a_receiver_does_not_take_is_counted_as_lost() {
        receiver.answers(400);
        OtlpTraces traces = to(receiver.endpoint());
        traces.asked(CALL);
        traces.close();

        assertThat(receiver.requests()).hasSize(1);
        assertThat(figure(traces, "otlp_spans_lost")).isOne();
        assertThat(figure(traces, "otlp_spans_sent")).isZero();
    }

    @Test
    void an_unreachable_receiver_does_not_delay_the_stop() throws IOException {
        int free;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            free = taken.getLocalPort();
        }
        OtlpTraces traces = inVain(URI.create("http://127.0.0.1:" + free + "/v1/traces"));
        WatchedServer guildhall = new WatchedServer(new PromptedModel(), traces);
        String said = guildhall.ask("hello").at("/message/content").asText();
        guildhall.close();
        traces.close();

        assertThat(said).isEqualTo("I like MARZIPAN.");
        assertThat(figure(traces, "otlp_spans_sent")).isZero();
        assertThat(figure(traces, "otlp_spans_lost") + figure(traces, "otlp_spans_dropped"))
                .isEqualTo(3);
    }

    @Test
    void a_hanging_receiver_delays_neither_an_answer_nor_the_stop() throws InterruptedException {
        receiver.hangs();
        OtlpTraces traces = inVain(receiver.endpoint());
        WatchedServer guildhall = new WatchedServer(new PromptedModel(), traces);
        guildhall.ask("hello");
        receiver.awaitSpan("chat ");
        String said = guildhall.ask("hello").at("/message/content").asText();
        guildhall.close();
        traces.close();

        assertThat(said).isEqualTo("I like MARZIPAN.");
        assertThat(figure(traces, "otlp_spans_sent")).isZero();
        assertThat(figure(traces, "otlp_spans_lost") + figure(traces, "otlp_spans_dropped"))
                .isGreaterThanOrEqualTo(4);
    }

    @Test
    void what_there_is_no_room_for_is_dropped_and_counted() {
        receiver.hangs();
        OtlpTraces traces = OtlpTraces.open(options(receiver.endpoint()), Duration.ofSeconds(30));
        int told = OtlpLimits.WAITING + OtlpLimits.BATCH;
        for (int call = 0; call < told; call++) {
            traces.asked(CALL);
        }
        long dropped = figure(traces, "otlp_spans_dropped");
        receiver.resumes();
        traces.close();

        assertThat(dropped).isEqualTo(OtlpLimits.BATCH);
        assertThat(figure(traces, "otlp_spans_sent")).isEqualTo(OtlpLimits.WAITING);
        assertThat(receiver.spans()).hasSize(OtlpLimits.WAITING);
        assertThat(receiver.requests()).hasSizeGreaterThan(OtlpLimits.WAITING / OtlpLimits.BATCH - 1);
    }

    @Test
    void what_is_told_after_the_end_is_dropped() {
        OtlpTraces traces = to(receiver.endpoint());
        traces.close();
        traces.asked(CALL);

        assertThat(figure(traces, "otlp_spans_dropped")).isOne();
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void options_do_not_show_their_headers() {
        assertThat(new OtlpOptions(receiver.endpoint(), Map.of("api-key", "s3cret"), Map.of()))
                .asString()
                .doesNotContain("s3cret");
    }
}
