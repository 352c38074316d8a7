package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.wire.completion.StreamDialect;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBytes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Formats the chunks of one answer as Anthropic's events. The events of a provider with the same protocol are passed on as
 * they are. Blocks follow one another: while the first call is open, the parts of the later calls are collected, and sent
 * at the end. Confined to its answer.
 */
public final class MessageEvents implements StreamDialect {
    private static final String THINKING = "thinking_delta\",\"thinking\":";
    private static final String TEXT = "text_delta\",\"text\":";
    private static final String ARGUMENTS = "input_json_delta\",\"partial_json\":";

    private final String id;
    private final String model;
    private final boolean thinking;
    private final Map<Integer, LaterCall> later = new LinkedHashMap<>();
    private final StringBuilder laterThought = new StringBuilder();
    private final StringBuilder laterText = new StringBuilder();
    private boolean passing;
    private boolean begun;
    private boolean thoughtLeftOut;
    private int blocks;
    private Optional<Integer> openCall = Optional.empty();
    private Optional<Open> open = Optional.empty();

    /** A block of text that is not ended. */
    private enum Open {
        TEXT("{\"type\":\"text\",\"text\":\"\"}}\n\n"),
        THINKING("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}}\n\n");

        private final String beginning;

        Open(String beginning) {
            this.beginning = beginning;
        }
    }

    private record LaterCall(String id, String function, StringBuilder arguments) {}

    /** @param order until the end the events name its model */
    public MessageEvents(String id, MessagesRequest order) {
        this.id = id;
        this.model = order.model();
        this.thinking = order.thinking();
    }

    @Override
    public void piece(JsonBytes out, Chunk chunk) {
        if (passing && !(chunk instanceof Chunk.Original)) {
            return;
        }
        switch (chunk) {
            case Chunk.Text(String content) -> text(out, content);
            case Chunk.Refused(String content) -> text(out, content);
            case Chunk.Reasoned(String content) -> {
                if (thinking) {
                    thought(out, content);
                } else {
                    thoughtLeftOut = true;
                }
            }
            case Chunk.CallBegun call -> call(out, call);
            case Chunk.CallArguments(int index, String json) -> {
                if (openCall.filter(call -> call == index).isPresent()) {
                    delta(out, ARGUMENTS, json);
                } else {
                    Optional.ofNullable(later.get(index))
                            .orElseThrow()
                            .arguments()
                            .append(json);
                }
            }
            case Chunk.Counted ignored -> {}
            case Chunk.Original original -> {
                passing = true;
                out.raw("event: ")
                        .raw(original.name())
                        .raw("\ndata: ")
                        .raw(original.event())
                        .raw("\n\n");
            }
        }
    }

    private void thought(JsonBytes out, String content) {
        if (openCall.isPresent()) {
            laterThought.append(content);
            return;
        }
        open(out, Open.THINKING);
        delta(out, THINKING, content);
    }

    private void text(JsonBytes out, String content) {
        if (openCall.isPresent()) {
            laterText.append(content);
            return;
        }
        open(out, Open.TEXT);
        delta(out, TEXT, content);
    }

    private void open(JsonBytes out, Open kind) {
        if (open.filter(kind::equals).isEmpty()) {
            endText(out);
            open = Optional.of(kind);
            beginBlock(out).raw(kind.beginning);
        }
    }

    private void call(JsonBytes out, Chunk.CallBegun call) {
        if (openCall.isPresent()) {
            later.put(call.index(), new LaterCall(call.id(), call.function(), new StringBuilder()));
            return;
        }
        endText(out);
        openCall = Optional.of(call.index());
        beginCall(out, call.id(), call.function());
    }

    private void beginCall(JsonBytes out, String callId, String function) {
        beginBlock(out).raw("{\"type\":\"tool_use\",\"id\":").string(callId);
        out.raw(",\"name\":").string(function).raw(",\"input\":{}}}\n\n");
    }

    private JsonBytes beginBlock(JsonBytes out) {
        begin(out);
        return event(out, "content_block_start")
                .raw(",\"index\":")
                .number(blocks)
                .raw(",\"content_block\":");
    }

    private void delta(JsonBytes out, String kind, String content) {
        event(out, "content_block_delta").raw(",\"index\":").number(blocks);
        out.raw(",\"delta\":{\"type\":\"").raw(kind).string(content).raw("}}\n\n");
    }

    private void endBlock(JsonBytes out) {
        event(out, "content_block_stop").raw(",\"index\":").number(blocks).raw("}\n\n");
        blocks++;
    }

    private void endText(JsonBytes out) {
        if (open.isPresent()) {
            open = Optional.empty();
            endBlock(out);
        }
    }

    private void begin(JsonBytes out) {
        if (begun) {
            return;
        }
        begun = true;
        event(out, "message_start").raw(",\"message\":{\"id\":").string(id);
        out.raw(",\"type\":\"message\",\"role\":\"assistant\",\"model\":").string(model);
        out.raw(",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":");
        out.raw("{\"input_tokens\":0,\"output_tokens\":0}}}\n\n");
    }

    @Override
    public void end(JsonBytes out, Completion completion) {
        if (passing) {
            return;
        }
        begin(out);
        endText(out);
        if (openCall.isPresent()) {
            openCall = Optional.empty();
            endBlock(out);
        }
        for (LaterCall call : later.values()) {
            beginCall(out, call.id(), call.function());
            delta(out, ARGUMENTS, call.arguments().toString());
            endBlock(out);
        }
        if (!laterThought.isEmpty()) {
            thought(out, laterThought.toString());
        }
        endText(out);
        if (!laterText.isEmpty()) {
            text(out, laterText.toString());
            endText(out);
        }
        event(out, "message_delta").raw(",\"delta\":{\"stop_reason\":").string(StopReasons.write(completion.finish()));
        out.raw(",\"stop_sequence\":null},\"usage\":").raw(Json.bytes(UsageJson.of(completion.usage())));
        List<String> warnings = MessageJson.warnings(completion, thoughtLeftOut);
        if (!warnings.isEmpty()) {
            out.raw(",\"warnings\":").raw(Json.bytes(warnings));
        }
        event(out.raw("}\n\n"), "message_stop").raw("}\n\n");
    }

    private static JsonBytes event(JsonBytes out, String type) {
        return out.raw("event: ")
                .raw(type)
                .raw("\ndata: {\"type\":\"")
                .raw(type)
                .raw("\"");
    }

    @Override
    public void error(JsonBytes out, Object body) {
        StreamDialect.super.error(out.raw("event: error\n"), body);
    }
}
