package dev.guildhall.wire.gemini;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.wire.completion.ArgumentsText;
import dev.guildhall.wire.completion.StreamDialect;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBytes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Formats the chunks of one answer as answers of Google's API, each with a part of the text: as server-sent events, or as
 * the elements of a JSON array. Calls have no parts in this protocol: they come whole, at the end. The events of a provider
 * with the same protocol are passed on as they are. Confined to its answer.
 */
public final class ContentEvents implements StreamDialect {
    /** White space means nothing in both forms; Google's clients do not expect comments. */
    private static final String HEARTBEAT = "\n";

    private final GeminiRequest order;
    private final String id;
    private final boolean events;
    private final Map<Integer, Call> calls = new TreeMap<>();
    private boolean begun;
    private boolean passing;
    private boolean thoughtLeftOut;

    private record Call(String id, String function, StringBuilder arguments) {
        AnswerJson.PartJson json() {
            return AnswerJson.PartJson.call(
                    id, function, AnswerJson.arguments(ArgumentsText.parse(arguments.toString())));
        }
    }

    /**
     * The events of an answer.
     *
     * @param order until the end the events name its model
     * @param events whether the client asked for server-sent events
     */
    public ContentEvents(GeminiRequest order, String id, boolean events) {
        this.order = order;
        this.id = id;
        this.events = events;
    }

    @Override
    public String contentType() {
        return events ? StreamDialect.super.contentType() : "application/json; charset=utf-8";
    }

    @Override
    public String heartbeat() {
        return HEARTBEAT;
    }

    @Override
    public void piece(JsonBytes out, Chunk chunk) {
        if (passing && !(chunk instanceof Chunk.Original)) {
            return;
        }
        switch (chunk) {
            case Chunk.Text(String content) -> part(out, content, false);
            case Chunk.Refused(String content) -> part(out, content, false);
            case Chunk.Reasoned(String content) -> {
                if (order.thoughts()) {
                    part(out, content, true);
                } else {
                    thoughtLeftOut = true;
                }
            }
            case Chunk.CallBegun call ->
                calls.put(call.index(), new Call(call.id(), call.function(), new StringBuilder()));
            case Chunk.CallArguments(int index, String json) -> {
                Call call = calls.get(index);
                if (call == null) {
                    throw new IllegalStateException("arguments of a call that has not begun");
                }
                call.arguments().append(json);
            }
            case Chunk.Counted ignored -> {}
            case Chunk.Original original -> {
                passing = true;
                begin(out).raw(original.event());
                end(out);
            }
        }
    }

    private void part(JsonBytes out, String text, boolean thought) {
        begin(out).raw("{\"candidates\":[{\"content\":{\"parts\":[{\"text\":").string(text);
        out.raw(thought ? ",\"thought\":true}" : "}").raw("],\"role\":\"model\"},\"index\":0}],\"modelVersion\":");
        out.string(order.model()).raw(",\"responseId\":").string(id).raw("}");
        end(out);
    }

    private JsonBytes begin(JsonBytes out) {
        boolean first = !begun;
        begun = true;
        if (events) {
            return out.raw("data: ");
        }
        return out.raw(first ? "[" : ",\r\n");
    }

    private void end(JsonBytes out) {
        if (events) {
            out.raw("\r\n\r\n");
        }
    }

    @Override
    public void end(JsonBytes out, Completion completion) {
        if (!passing) {
            List<AnswerJson.PartJson> parts =
                    calls.values().stream().map(Call::json).toList();
            List<AnswerJson.PartJson> last = parts.isEmpty() ? List.of(AnswerJson.PartJson.text("")) : parts;
            begin(out).raw(Json.bytes(AnswerJson.of(completion, id, last, thoughtLeftOut)));
            end(out);
        }
        if (!events) {
            out.raw(begun ? "]" : "[]");
        }
    }

    @Override
    public void error(JsonBytes out, Object body) {
        begin(out).raw(Json.bytes(body));
        end(out);
        if (!events) {
            out.raw("]");
        }
    }
}
