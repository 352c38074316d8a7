package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.wire.completion.StreamDialect;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBytes;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Formats the chunks of one answer as the events of {@code responses}. The events of a provider with the same protocol are
 * passed on as they are. Other answers are kept, since their last events repeat them. Confined to its answer.
 */
public final class ResponseEvents implements StreamDialect {
    private static final String PREFIX = "response.";
    private static final Set<String> LAST = Set.of("response.completed", "response.incomplete", "response.failed");

    private final ResponseStart start;
    private final InstantSource clock;
    private final Ended ended;
    private final List<ResponseJson.ItemJson> items = new ArrayList<>();
    private final Map<Integer, OpenCall> calls = new HashMap<>();
    private Optional<OpenText> text = Optional.empty();
    private boolean begun;
    private boolean passing;
    private boolean failurePassed;
    private long sequence;

    private enum Kind {
        WORDS("msg", "response.content_part", "response.output_text"),
        REFUSAL("msg", "response.content_part", "response.refusal"),
        REASONING("rs", "response.reasoning_summary_part", "response.reasoning_summary_text");

        private final String prefix;
        private final String part;
        private final String text;

        Kind(String prefix, String part, String text) {
            this.prefix = prefix;
            this.part = part;
            this.text = text;
        }

        String textEnd() {
            return this == WORDS ? ",\"logprobs\":[]}\n\n" : "}\n\n";
        }
    }

    private record OpenText(int index, String itemId, Kind kind, StringBuilder written) {
        ResponseJson.ContentJson content() {
            String words = written.toString();
            return switch (kind) {
                case WORDS -> ResponseJson.ContentJson.text(words);
                case REFUSAL -> ResponseJson.ContentJson.refusal(words);
                case REASONING -> ResponseJson.ContentJson.summary(words);
            };
        }

        ResponseJson.ItemJson begun() {
            return item(ResponseJson.IN_PROGRESS, List.of());
        }

        ResponseJson.ItemJson ended(String status) {
            return item(status, List.of(content()));
        }

        private ResponseJson.ItemJson item(String status, List<ResponseJson.ContentJson> content) {
            return kind == Kind.REASONING
                    ? ResponseJson.ThoughtsJson.of(itemId, content)
                    : ResponseJson.MessageJson.of(itemId, status, content);
        }
    }

    private record OpenCall(
            int index, String itemId, Chunk.CallBegun call, ToolForms.Form tool, StringBuilder arguments) {
        ResponseJson.CallJson begun() {
            return item(ResponseJson.IN_PROGRESS, "");
        }

        ResponseJson.CallJson ended() {
            return item(ResponseJson.COMPLETED, text());
        }

        /** The text of a custom tool; of other tools the arguments as JSON. */
        String text() {
            return tool.content(arguments.toString());
        }

        private ResponseJson.CallJson item(String status, String text) {
            return ResponseJson.CallJson.of(itemId, status, call.id(), tool, text);
        }
    }

    /** Receives the answer before the client does. */
    public interface Ended {
        /**
         * The answer has ended.
         *
         * @param status {@code completed}, {@code incomplete} or {@code failed}
         * @param answer the answer as JSON
         */
        void ended(String status, byte[] answer);
    }

    /**
     * The events of an answer.
     *
     * @param clock gives the time at which the answer ends
     * @param ended receives the answer of a request that uses state
     */
    public ResponseEvents(ResponseStart start, InstantSource clock, Ended ended) {
        this.start = start;
        this.sequence = start.firstEvent();
        this.clock = clock;
        this.ended = ended;
    }

    /** The number of the event after the last one so far. */
    public int next() {
        return (int) sequence;
    }

    @Override
    public void piece(JsonBytes out, Chunk chunk) {
        if (passing && !(chunk instanceof Chunk.Original)) {
            return;
        }
        switch (chunk) {
            case Chunk.Text(String content) -> text(out, Kind.WORDS, content);
            case Chunk.Refused(String content) -> text(out, Kind.REFUSAL, content);
            case Chunk.Reasoned(String content) -> text(out, Kind.REASONING, content);
            case Chunk.CallBegun call -> begin(out, call);
            case Chunk.CallArguments(int index, String json) -> {
                OpenCall call = Optional.ofNullable(calls.get(index)).orElseThrow();
                call.arguments().append(json);
                if (!call.tool().custom()) {
                    delta(out, "response.function_call_arguments.delta", call, json);
                }
            }
            case Chunk.Counted ignored -> {}
            case Chunk.Original original -> pass(out, original);
        }
    }

    private void pass(JsonBytes out, Chunk.Original original) {
        passing = true;
        failurePassed |= Set.of("error", "response.failed").contains(original.name());
        out.raw("event: ").raw(original.name()).raw("\ndata: ");
        if (start.state().isUsed()) {
            out.raw(Json.bytes(ofServer(original)));
        } else {
            out.raw(original.event());
        }
        out.raw("\n\n");
        sequence++;
    }

    private JsonNode ofServer(Chunk.Original original) {
        ObjectNode event = (ObjectNode) ResponseJson.tree(original.event());
        event.put("sequence_number", sequence);
        if (event.path("response").isObject()) {
            ObjectNode response = ResponseJson.ofServer(event.get("response"), start);
            event.set("response", response);
            if (LAST.contains(original.name())) {
                ended.ended(original.name().substring(PREFIX.length()), Json.bytes(response));
            }
        }
        return event;
    }

    private void delta(JsonBytes out, String type, OpenCall call, String delta) {
        event(out, type, call.itemId(), call.index());
        out.raw(",\"delta\":").string(delta).raw("}\n\n");
    }

    private void text(JsonBytes out, Kind kind, String content) {
        if (text.filter(open -> open.kind() == kind).isEmpty()) {
            endText(out, ResponseJson.COMPLETED);
            beginText(out, kind);
        }
        OpenText open = text.orElseThrow();
        open.written().append(content);
        part(out, kind.text + ".delta", open).raw(",\"delta\":").string(content).raw(kind.textEnd());
    }

    private void beginText(JsonBytes out, Kind kind) {
        int index = items.size();
        OpenText open = new OpenText(
                index, ResponseJson.itemId(kind.prefix, start.id(), start.number(index)), kind, new StringBuilder());
        text = Optional.of(open);
        add(out, open.begun());
        part(out, kind.part + ".added", open)
                .raw(",\"part\":")
                .raw(Json.bytes(open.content()))
                .raw("}\n\n");
    }

    private void endText(JsonBytes out, String status) {
        if (text.isEmpty()) {
            return;
        }
        OpenText open = text.get();
        text = Optional.empty();
        Kind kind = open.kind();
        part(out, kind.text + ".done", open).raw(kind == Kind.REFUSAL ? ",\"refusal\":" : ",\"text\":");
        out.string(open.written().toString()).raw(kind.textEnd());
        part(out, kind.part + ".done", open)
                .raw(",\"part\":")
                .raw(Json.bytes(open.content()))
                .raw("}\n\n");
        done(out, open.index(), open.ended(status));
    }

    private JsonBytes part(JsonBytes out, String type, OpenText open) {
        event(out, type, open.itemId(), open.index());
        return out.raw(open.kind() == Kind.REASONING ? ",\"summary_index\":0" : ",\"content_index\":0");
    }

    private void begin(JsonBytes out, Chunk.CallBegun call) {
        endText(out, ResponseJson.COMPLETED);
        int index = items.size();
        ToolForms.Form tool = start.order().tools().form(call.function());
        OpenCall open = new OpenCall(
                index, ResponseJson.callId(tool, start.id(), start.number(index)), call, tool, new StringBuilder());
        calls.put(call.index(), open);
        add(out, open.begun());
    }

    private void add(JsonBytes out, ResponseJson.ItemJson item) {
        begin(out);
        items.add(item);
        event(out, "response.output_item.added").raw(",\"output_index\":").number(items.size() - 1L);
        out.raw(",\"item\":").raw(Json.bytes(item)).raw("}\n\n");
    }

    private void done(JsonBytes out, int index, ResponseJson.ItemJson item) {
        items.set(index, item);
        event(out, "response.output_item.done").raw(",\"output_index\":").number(index);
        out.raw(",\"item\":").raw(Json.bytes(item)).raw("}\n\n");
    }

    private void begin(JsonBytes out) {
        if (begun) {
            return;
        }
        begun = true;
        Map<String, @Nullable Object> response = ResponseJson.begun(start, ResponseJson.IN_PROGRESS);
        response(out, "response.created", response);
        response(out, "response.in_progress", response);
    }

    @Override
    public void end(JsonBytes out, Completion completion) {
        if (passing) {
            return;
        }
        if (items.isEmpty()) {
            beginText(out, Kind.WORDS);
        }
        endText(out, ResponseJson.status(completion));
        calls.values().stream()
                .sorted((one, other) -> Integer.compare(one.index(), other.index()))
                .forEach(call -> end(out, call));
        Map<String, @Nullable Object> response = ResponseJson.ended(start, completion, items, clock);
        response(out, PREFIX + response.get("status"), response);
    }

    private void response(JsonBytes out, String type, Map<String, @Nullable Object> response) {
        byte[] json = Json.bytes(response);
        if (LAST.contains(type)) {
            ended.ended(type.substring(PREFIX.length()), json);
        }
        event(out, type).raw(",\"response\":").raw(json).raw("}\n\n");
    }

    private void end(JsonBytes out, OpenCall call) {
        if (call.tool().custom()) {
            delta(out, "response.custom_tool_call_input.delta", call, call.text());
            event(out, "response.custom_tool_call_input.done", call.itemId(), call.index());
            out.raw(",\"input\":").string(call.text()).raw("}\n\n");
        } else {
            event(out, "response.function_call_arguments.done", call.itemId(), call.index());
            out.raw(",\"name\":").string(call.tool().name());
            out.raw(",\"arguments\":").string(call.text()).raw("}\n\n");
        }
        done(out, call.index(), call.ended());
    }

    private void event(JsonBytes out, String type, String itemId, int index) {
        event(out, type)
                .raw(",\"item_id\":")
                .string(itemId)
                .raw(",\"output_index\":")
                .number(index);
    }

    private JsonBytes event(JsonBytes out, String type) {
        return out.raw("event: ")
                .raw(type)
                .raw("\ndata: {\"type\":\"")
                .raw(type)
                .raw("\",\"sequence_number\":")
                .number(sequence++);
    }

    /** The fields of the body stand beside the type of the one event, and the other one has the answer so far. */
    @Override
    public void error(JsonBytes out, Object body) {
        if (failurePassed) {
            return;
        }
        if (!passing) {
            begin(out);
        }
        byte[] fields = Json.bytes(body);
        event(out, "error")
                .raw(",")
                .raw(ByteBuffer.wrap(fields, 1, fields.length - 1))
                .raw("\n\n");
        JsonNode error = Json.MAPPER.valueToTree(body).path("error");
        text.ifPresent(open -> items.set(open.index(), open.ended(ResponseJson.INCOMPLETE)));
        calls.values().forEach(call -> items.set(call.index(), call.item(ResponseJson.INCOMPLETE, call.text())));
        response(out, "response.failed", ResponseJson.failed(start, items, error));
    }
}
