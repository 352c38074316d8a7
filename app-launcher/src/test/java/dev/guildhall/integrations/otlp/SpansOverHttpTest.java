package dev.guildhall.integrations.otlp;

import static dev.guildhall.integrations.otlp.OtlpReceiver.attributes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole way of a span: our server, its requests, and a receiver. */
@Timeout(60)
class SpansOverHttpTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @AutoClose
    private final OtlpReceiver receiver = new OtlpReceiver();

    @AutoClose
    private final OtlpTraces traces =
            OtlpTraces.open(new OtlpOptions(receiver.endpoint(), Map.of(), Map.of("service.name", "guildhall")));

    @AutoClose
    private final WatchedServer guildhall = new WatchedServer(new PromptedModel(), traces);

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    private static String traceparent(String flags) {
        return "00-" + TRACE + "-" + SPAN + "-" + flags;
    }

    private static String of(Span span, String attribute) {
        return attributes(span.getAttributesList()).getOrDefault(attribute, "");
    }

    private static void assertInside(Span inner, Span outer) {
        assertThat(inner.getTraceId()).isEqualTo(outer.getTraceId());
        assertThat(inner.getParentSpanId()).isEqualTo(outer.getSpanId());
        assertThat(inner.getStartTimeUnixNano()).isGreaterThanOrEqualTo(outer.getStartTimeUnixNano());
        assertThat(inner.getEndTimeUnixNano()).isBetween(inner.getStartTimeUnixNano(), outer.getEndTimeUnixNano());
    }

    @Test
    void an_answer_with_two_tools_and_a_recall_is_a_tree_whose_tokens_are_those_of_its_trace() {
        guildhall.ask("The cat is called MARZIPAN.");
        JsonNode reply = guildhall.ask("What are the sums of my cat?");
        JsonNode trace = guildhall.trace(reply.get("chatId").asText());
        end();

        Span answer = receiver.spans("invoke_agent").getLast();
        List<Span> chats = receiver.spans("chat ").subList(1, 3);
        List<Span> tools = receiver.spans("execute_tool builtin.calculate");
        Span recall = receiver.spans("search_memory").getLast();

        Span request = receiver.spans("POST /agent/api/chat").getLast();
        assertThat(answer.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(answer.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_INTERNAL);
        assertThat(answer.getStartTimeUnixNano() / 1_000_000)
                .isEqualTo(Instant.parse(trace.get("startedAt").asText()).toEpochMilli());
        assertThat(attributes(answer.getAttributesList()))
                .containsEntry("gen_ai.operation.name", "invoke_agent")
                .containsEntry("gen_ai.agent.name", "guildhall")
                .containsEntry("gen_ai.agent.version", "v1")
                .containsEntry("gen_ai.conversation.id", reply.get("chatId").asText())
                .doesNotContainKey("error.type");
        for (int call = 0; call < 2; call++) {
            Span chat = chats.get(call);
            JsonNode usage = trace.at("/steps").findValues("usage").get(call);
            assertInside(chat, answer);
            assertThat(chat.getName()).isEqualTo("chat scripted");
            assertThat(chat.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
            assertThat(attributes(chat.getAttributesList()))
                    .containsEntry("gen_ai.provider.name", "prompted")
                    .containsEntry("gen_ai.request.model", "scripted")
                    .containsEntry("gen_ai.response.model", "scripted")
                    .containsEntry("gen_ai.request.stream", "true")
                    .containsEntry("gen_ai.conversation.id", reply.get("chatId").asText())
                    .containsEntry(
                            "gen_ai.usage.input_tokens",
                            usage.get("promptTokens").asText())
                    .containsEntry(
                            "gen_ai.usage.output_tokens",
                            usage.get("completionTokens").asText())
                    .containsKey("gen_ai.response.time_to_first_chunk");
        }
        assertThat(of(chats.get(0), "gen_ai.response.finish_reasons")).isEqualTo("tool_calls");
        assertThat(tools).extracting(tool -> of(tool, "gen_ai.tool.call.id")).containsExactlyInAnyOrder("c1", "c2");
        assertThat(tools).allSatisfy(tool -> {
            assertInside(tool, answer);
            assertThat(tool.getStartTimeUnixNano())
                    .isGreaterThanOrEqualTo(chats.get(0).getStartTimeUnixNano());
            assertThat(tool.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
        });
        assertInside(recall, answer);
        assertThat(of(recall, "gen_ai.memory.record.count")).isEqualTo("1");
        assertThat(receiver.requests().toString()).doesNotContain("MARZIPAN");
    }

    @Test
    void a_tool_that_fails_and_one_that_there_is_not_have_a_sort_of_error_and_no_words() {
        guildhall.ask("trouble");
        traces.close();

        Span failed = receiver.span("execute_tool builtin.calculate");
        Span unknown = receiver.span("execute_tool unknown");

        assertThat(failed.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(of(failed, "error.type")).isEqualTo("failed");
        assertThat(of(unknown, "error.type")).isEqualTo("unknown_tool");
        assertThat(of(receiver.span("invoke_agent"), "error.type")).isEmpty();
        assertThat(receiver.requests().toString()).doesNotContain("MARZIPAN");
    }

    @Test
    void a_refused_question_is_an_error_of_the_answer_and_of_the_call() {
        guildhall.ask("refuse");
        traces.close();

        assertThat(of(receiver.span("invoke_agent"), "error.type")).isEqualTo("request_refused");
        assertThat(of(receiver.span("chat "), "error.type")).isEqualTo("request_refused");
        assertThat(receiver.requests().toString()).doesNotContain("MARZIPAN");
    }

    @Test
    void a_stream_whose_reader_leaves_is_cancelled() throws Exception {
        try (InputStream stream = guildhall.stream("forever")) {
            readUpTo(stream, "MARZIPAN");
        }
        guildhall.close();
        traces.close();

        assertThat(of(receiver.span("invoke_agent"), "error.type")).isEqualTo("cancelled");
        assertThat(of(receiver.span("chat "), "error.type")).isEqualTo("cancelled");
        assertInside(receiver.span("chat "), receiver.span("invoke_agent"));
    }

    /** Stops the server, since a request's span is sent after its response. */
    private void end() {
        guildhall.close();
        traces.close();
    }

    private static void readUpTo(InputStream stream, String text) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (int next = stream.read(); next >= 0 && seen.indexOf(text) < 0; next = stream.read()) {
            seen.append((char) next);
        }
    }

    @Test
    void the_span_of_an_answer_or_a_completion_is_a_child_of_the_callers_span() {
        guildhall.ask("hello", "traceparent", traceparent("01"));
        guildhall.complete("/completion/api/complete", "hello", "", "traceparent", traceparent("01"));
        guildhall.complete("/completion/api/chat", "hello", ",'stream':true", "traceparent", traceparent("01"));
        guildhall.complete("/v1/chat/completions", "hello", ",'model':'scripted'", "traceparent", traceparent("01"));
        end();

        List<Span> chats = receiver.spans("chat scripted");
        assertThat(receiver.spans()).allMatch(span -> hex(span.getTraceId()).equals(TRACE));
        List<Span> requests = receiver.spans("POST ");
        assertThat(requests)
                .extracting(Span::getName)
                .containsExactly(
                        "POST /agent/api/chat",
                        "POST /completion/api/complete",
                        "POST /completion/api/chat",
                        "POST /v1/chat/completions");
        assertThat(requests).allSatisfy(request -> {
            assertThat(hex(request.getParentSpanId())).isEqualTo(SPAN);
            assertThat(request.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
            assertThat(of(request, "http.request.method")).isEqualTo("POST");
            assertThat(of(request, "http.response.status_code")).isEqualTo("200");
            assertThat(request.getName()).isEqualTo("POST " + of(request, "http.route"));
        });
        List<ByteString> places = requests.stream().map(Span::getSpanId).toList();
        assertThat(receiver.span("invoke_agent").getParentSpanId()).isEqualTo(places.getFirst());
        assertThat(chats)
                .hasSize(4)
                .filteredOn(chat -> places.contains(chat.getParentSpanId()))
                .hasSize(3)
                .allMatch(chat -> of(chat, "gen_ai.conversation.id").isEmpty());
        assertThat(chats).extracting(chat -> of(chat, "gen_ai.request.stream")).contains("", "true");
    }

    @Test
    void an_unsampled_trace_is_not_sent() {
        guildhall.ask("hello", "traceparent", traceparent("00"));
        guildhall.complete("/completion/api/complete", "hello", "", "traceparent", traceparent("00"));
        guildhall.complete("/completion/api/complete", "hello", "", "traceparent", "00-nonsense");
        end();

        Span request = receiver.spans("POST /completion/api/complete").getFirst();
        Span chat = receiver.span("chat ");
        assertThat(receiver.spans()).noneMatch(span -> hex(span.getTraceId()).equals(TRACE));
        assertThat(request.getParentSpanId().isEmpty()).isTrue();
        assertThat(chat.getParentSpanId()).isEqualTo(request.getSpanId());
    }

    @Test
    void spans_are_sent_without_a_stop() throws InterruptedException {
        guildhall.ask("hello");

        receiver.awaitSpan("invoke_agent");
        assertThat(receiver.spans("chat ")).hasSize(1);
    }
}
