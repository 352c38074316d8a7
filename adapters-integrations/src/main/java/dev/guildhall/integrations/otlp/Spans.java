package dev.guildhall.integrations.otlp;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.telemetry.TracedMcpRequest;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.telemetry.TracedReply;
import dev.guildhall.ports.telemetry.TracedRequest;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.usage.Usage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanKind;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Creates spans by the GenAI semantic conventions. */
final class Spans {
    private static final String AGENT = "guildhall";
    private static final double NANOS = 1e9;
    private static final int SERVER_ERROR = 500;
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private Spans() {}

    /** The spans of an answer and its steps; model calls are reported separately. */
    static Stream<EndedSpan> of(TracedReply answer) {
        return Stream.concat(
                Stream.of(invocation(answer)), answer.trace().steps().stream().flatMap(step -> step(answer, step)));
    }

    static EndedSpan of(TracedRequest request) {
        AttributesBuilder attributes = Attributes.builder()
                .put(GenAi.METHOD, request.method())
                .put(GenAi.ROUTE, request.route())
                .put(GenAi.STATUS, request.status());
        if (request.status() >= SERVER_ERROR) {
            attributes.put(GenAi.ERROR, String.valueOf(request.status()));
        }
        return new EndedSpan(
                Optional.of(request.span()),
                request.parent(),
                request.method() + " " + request.route(),
                SpanKind.SERVER,
                request.startedAt(),
                request.duration(),
                attributes.build());
    }

    /** Names that are none, of a client that made them up, are left out. */
    static EndedSpan of(TracedMcpRequest request) {
        AttributesBuilder attributes = Attributes.builder();
        String method = isIdentifier(request.method()) ? request.method() : "unknown";
        attributes.put(GenAi.MCP_METHOD, method);
        attributes.put(GenAi.TRANSPORT, request.isPiped() ? "pipe" : "tcp");
        Optional<String> tool = request.tool().filter(Spans::isIdentifier);
        tool.ifPresent(
                name -> attributes.put(GenAi.OPERATION, GenAi.EXECUTE_TOOL).put(GenAi.TOOL_NAME, name));
        Optional<String> prompt = request.prompt().filter(Spans::isIdentifier);
        put(attributes, GenAi.PROMPT_NAME, prompt);
        put(attributes, GenAi.MCP_RESOURCE, request.resource());
        put(attributes, GenAi.REQUEST_ID, request.id());
        put(attributes, GenAi.MCP_VERSION, request.version());
        put(attributes, GenAi.MCP_SESSION, request.session());
        request.server().ifPresent(server -> put(attributes, server));
        request.failure().ifPresent(failure -> {
            attributes.put(GenAi.ERROR, failure.type());
            failure.code().ifPresent(code -> attributes.put(GenAi.RPC_STATUS, String.valueOf(code)));
        });
        return new EndedSpan(
                request.span(),
                request.parent(),
                method + tool.or(() -> prompt).map(name -> " " + name).orElse(""),
                switch (request.side()) {
                    case CLIENT -> SpanKind.CLIENT;
                    case SERVER -> SpanKind.SERVER;
                },
                request.startedAt(),
                request.duration(),
                attributes.build());
    }

    private static void put(AttributesBuilder attributes, AttributeKey<String> key, Optional<String> value) {
        value.filter(Spans::isIdentifier).ifPresent(text -> attributes.put(key, text));
    }

    private static EndedSpan invocation(TracedReply answer) {
        AgentTrace trace = answer.trace();
        Usage usage = trace.steps().stream()
                .filter(AgentTrace.ModelCall.class::isInstance)
                .map(step -> ((AgentTrace.ModelCall) step).usage())
                .reduce(Usage.NONE, Usage::plus);
        AttributesBuilder attributes = about(answer, GenAi.INVOKE_AGENT)
                .put(GenAi.PROVIDER, AGENT)
                .put(GenAi.AGENT_NAME, AGENT)
                .put(GenAi.AGENT_VERSION, answer.mode().wireName());
        answer.model().ifPresent(model -> attributes.put(GenAi.REQUEST_MODEL, model));
        put(attributes, usage);
        answer.error().ifPresent(error -> attributes.put(GenAi.ERROR, error));
        return new EndedSpan(
                Optional.of(answer.span()),
                answer.parent(),
                GenAi.INVOKE_AGENT + " " + AGENT,
                SpanKind.INTERNAL,
                trace.startedAt(),
                trace.duration(),
                attributes.build());
    }

    private static Stream<EndedSpan> step(TracedReply answer, AgentTrace.Step step) {
        return switch (step) {
            case AgentTrace.ModelCall ignored -> Stream.empty();
            case AgentTrace.ToolCall call -> {
                String tool = nameOf(call);
                yield Stream.of(inside(answer, call, GenAi.EXECUTE_TOOL + " " + tool, attributes(answer, call, tool)));
            }
            case AgentTrace.Recall recall ->
                Stream.of(inside(
                        answer,
                        recall,
                        GenAi.SEARCH_MEMORY,
                        about(answer, GenAi.SEARCH_MEMORY)
                                .put(GenAi.RECORD_COUNT, recall.hits().size())));
        };
    }

    /** The name of a tool; a model may call unknown tools by any name. */
    private static String nameOf(AgentTrace.ToolCall call) {
        boolean known = !call.failure().equals(Optional.of(FailureKind.UNKNOWN_TOOL));
        return known && isIdentifier(call.tool()) ? call.tool() : "unknown";
    }

    private static AttributesBuilder attributes(TracedReply answer, AgentTrace.ToolCall call, String tool) {
        AttributesBuilder attributes =
                about(answer, GenAi.EXECUTE_TOOL).put(GenAi.TOOL_NAME, tool).put(GenAi.TOOL_TYPE, "function");
        if (isIdentifier(call.callId())) {
            attributes.put(GenAi.TOOL_CALL, call.callId());
        }
        if (call.error().isPresent()) {
            attributes.put(
                    GenAi.ERROR, call.failure().map(FailureKind::wireName).orElse("_OTHER"));
        }
        return attributes;
    }

    private static EndedSpan inside(
            TracedReply answer, AgentTrace.Step step, String name, AttributesBuilder attributes) {
        return new EndedSpan(
                Optional.empty(),
                Optional.of(answer.span()),
                name,
                SpanKind.INTERNAL,
                answer.trace().startedAt().plus(step.startedAfter()),
                step.duration(),
                attributes.build());
    }

    private static String nameOf(TracedModelCall.Operation operation) {
        return switch (operation) {
            case CHAT -> GenAi.CHAT;
            case EMBEDDINGS -> GenAi.EMBEDDINGS;
            case TEXT_COMPLETION, TRANSCRIPTION, SPEECH, IMAGE_GENERATION, IMAGE_EDIT, MODERATION, RERANK ->
                operation.name().toLowerCase(Locale.ROOT);
        };
    }

    static EndedSpan of(TracedModelCall call) {
        String operation = nameOf(call.operation());
        String model = call.asked().model();
        AttributesBuilder attributes = Attributes.builder()
                .put(GenAi.OPERATION, operation)
                .put(
                        GenAi.PROVIDER,
                        TracedModelCall.conventionalName(call.asked().provider()))
                .put(GenAi.REQUEST_MODEL, model);
        call.origin().flatMap(CallOrigin::chatId).ifPresent(chat -> attributes.put(GenAi.CONVERSATION, chat.value()));
        call.server().ifPresent(server -> put(attributes, server));
        put(attributes, call.sampling());
        if (call.asked().attempts() > 1) {
            attributes.put(GenAi.RESENDS, call.asked().attempts() - 1);
        }
        if (call.streamed()) {
            attributes.put(GenAi.REQUEST_STREAM, true);
            call.firstToken().map(Spans::seconds).ifPresent(first -> attributes.put(GenAi.FIRST_CHUNK, first));
        }
        attributes.put(GenAi.INPUT_TOKENS, call.usage().promptTokens());
        if (call.operation() == TracedModelCall.Operation.CHAT) {
            attributes.put(GenAi.OUTPUT_TOKENS, call.usage().completionTokens());
        }
        switch (call.end()) {
            case TracedModelCall.End.Answered answered -> {
                if (isIdentifier(answered.model())) {
                    attributes.put(GenAi.RESPONSE_MODEL, answered.model());
                }
                answered.finish()
                        .ifPresent(finish -> attributes.put(
                                GenAi.FINISH, List.of(finish.name().toLowerCase(Locale.ROOT))));
            }
            case TracedModelCall.End.Failed(String error) -> attributes.put(GenAi.ERROR, error);
        }
        return new EndedSpan(
                Optional.empty(),
                call.origin().flatMap(CallOrigin::parent),
                operation + " " + model,
                SpanKind.CLIENT,
                call.startedAt(),
                call.duration(),
                attributes.build(),
                call.failures());
    }

    private static AttributesBuilder about(TracedReply answer, String operation) {
        return Attributes.builder()
                .put(GenAi.OPERATION, operation)
                .put(GenAi.CONVERSATION, answer.chatId().value());
    }

    private static void put(AttributesBuilder attributes, Usage usage) {
        attributes.put(GenAi.INPUT_TOKENS, usage.promptTokens()).put(GenAi.OUTPUT_TOKENS, usage.completionTokens());
    }

    private static void put(AttributesBuilder attributes, URI server) {
        attributes.put(GenAi.SERVER_ADDRESS, server.getHost());
        int usual = "https".equals(server.getScheme()) ? HTTPS_PORT : HTTP_PORT;
        attributes.put(GenAi.SERVER_PORT, server.getPort() < 0 ? usual : server.getPort());
    }

    private static void put(AttributesBuilder attributes, Sampling sampling) {
        sampling.temperature().ifPresent(temperature -> attributes.put(GenAi.TEMPERATURE, temperature));
        sampling.maxTokens().ifPresent(most -> attributes.put(GenAi.MAX_TOKENS, (long) most));
    }

    private static boolean isIdentifier(String text) {
        return text.length() <= OtlpLimits.IDENTIFIER && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }
}
