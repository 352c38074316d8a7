package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.wire.completion.StreamDialect;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Formats the chunks of one answer: the role, the content, the finish reason, the usage if the client asked for it,
 * {@code [DONE]}. The events of a provider with the same protocol are passed on as they are. Until the end the chunks name
 * the model that the client asked for, then the one that answered. Confined to its answer.
 */
public final class ChunkDialect implements StreamDialect {
    private static final byte[] DATA = ascii("data: ");
    private static final byte[] EVENT_END = ascii("\n\n");
    private static final byte[] ROLE = ascii("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}");
    private static final byte[] ROLE_WITHOUT_WORDS =
            ascii("{\"role\":\"assistant\",\"content\":null,\"refusal\":null}");
    private static final byte[] CONTENT = ascii("{\"content\":");
    private static final byte[] REFUSAL = ascii("{\"refusal\":");
    private static final byte[] REASONING = ascii("{\"reasoning_content\":");
    private static final byte[] CONTENT_END = ascii("}");
    private static final byte[] CALL = ascii("{\"tool_calls\":[{\"index\":");
    private static final byte[] ARGUMENTS = ascii(",\"function\":{\"arguments\":");
    private static final byte[] CALL_END = ascii("}}]}");
    private static final byte[] NOT_ENDED = ascii(",\"logprobs\":null,\"finish_reason\":null}]");

    private final String id;
    private final long created;
    private final boolean withUsage;
    private final ToolForms tools;

    /** The arguments of the calls of custom tools, whose text is known at the end. */
    private final Map<Integer, StringBuilder> inputs = new TreeMap<>();

    private final byte[] head;
    private final byte[] tail;
    /** Members of the last chunk beyond the protocol. */
    private final JsonBytes more = new JsonBytes();

    private boolean begun;
    private boolean passing;

    public ChunkDialect(String id, long created, ChatBody order) {
        this.id = id;
        this.created = created;
        this.withUsage = order.delivery() == ChatBody.Delivery.STREAM_WITH_USAGE;
        this.tools = order.tools();
        this.head = new JsonBytes()
                .raw(head(order.model()))
                .raw("[{\"index\":0,\"delta\":")
                .toByteArray();
        this.tail = new JsonBytes().raw(NOT_ENDED).raw(tail()).toByteArray();
    }

    private byte[] head(String model) {
        return new JsonBytes()
                .raw("data: {\"id\":")
                .string(id)
                .raw(",\"object\":\"chat.completion.chunk\",\"created\":")
                .number(created)
                .raw(",\"model\":")
                .string(model)
                .raw(",\"choices\":")
                .toByteArray();
    }

    private String tail() {
        return withUsage ? ",\"usage\":null}\n\n" : "}\n\n";
    }

    /** Adds a member to the last chunk; clients of the protocol ignore it. */
    public void add(String name, Object value) {
        more.raw(",").string(name).raw(":").raw(Json.bytes(value));
    }

    private void pass(JsonBytes out, ByteBuffer event, boolean usageAlone) {
        passing = true;
        if (withUsage || !usageAlone) {
            out.raw(DATA).raw(event).raw(EVENT_END);
        }
    }

    @Override
    public void piece(JsonBytes out, Chunk chunk) {
        if (passing && !(chunk instanceof Chunk.Original)) {
            return;
        }
        switch (chunk) {
            case Chunk.Text(String content) -> {
                begin(out, ROLE);
                out.raw(head).raw(CONTENT).string(content).raw(CONTENT_END).raw(tail);
            }
            case Chunk.Refused(String content) -> {
                begin(out, ROLE_WITHOUT_WORDS);
                out.raw(head).raw(REFUSAL).string(content).raw(CONTENT_END).raw(tail);
            }
            case Chunk.Reasoned(String content) -> {
                begin(out, ROLE_WITHOUT_WORDS);
                out.raw(head).raw(REASONING).string(content).raw(CONTENT_END).raw(tail);
            }
            case Chunk.CallBegun call -> beginCall(out, call);
            case Chunk.CallArguments(int index, String json) -> {
                if (inputs.containsKey(index)) {
                    inputs.get(index).append(json);
                } else {
                    out.raw(head).raw(CALL).number(index).raw(ARGUMENTS).string(json);
                    out.raw(CALL_END).raw(tail);
                }
            }
            case Chunk.Counted ignored -> {}
            case Chunk.Original(String ignored, ByteBuffer event, boolean usageAlone) -> pass(out, event, usageAlone);
        }
    }

    private void beginCall(JsonBytes out, Chunk.CallBegun call) {
        begin(out, ROLE_WITHOUT_WORDS);
        boolean custom = tools.form(call.function()).custom();
        if (custom) {
            inputs.put(call.index(), new StringBuilder());
        }
        String type = custom ? ToolForms.CUSTOM : CallFields.FUNCTION;
        out.raw(head).raw(CALL).number(call.index());
        out.raw(",\"id\":").string(call.id()).raw(",\"type\":").string(type);
        out.raw(",").string(type).raw(":{\"name\":").string(call.function());
        out.raw(custom ? ",\"input\":\"\"" : ",\"arguments\":\"\"")
                .raw(CALL_END)
                .raw(tail);
    }

    private void begin(JsonBytes out, byte[] role) {
        if (!begun) {
            begun = true;
            out.raw(head).raw(role).raw(tail);
        }
    }

    @Override
    public void end(JsonBytes out, Completion completion) {
        if (!passing) {
            finish(out, completion);
        }
        out.raw(DONE);
    }

    private void finish(JsonBytes out, Completion completion) {
        begin(out, ROLE);
        inputs.forEach((index, json) -> {
            out.raw(head).raw(CALL).number(index).raw(",\"custom\":{\"input\":");
            out.string(ToolForms.input(json.toString())).raw(CALL_END).raw(tail);
        });
        byte[] last = head(completion.model());
        out.raw(last)
                .raw("[{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":")
                .string(FinishReasons.write(completion.finish()))
                .raw("}]");
        if (!completion.warnings().isEmpty()) {
            out.raw(",\"warnings\":").raw(Json.bytes(completion.warnings()));
        }
        out.raw(more.toByteArray());
        out.raw(tail());
        if (withUsage) {
            out.raw(last).raw("[],\"usage\":").raw(Json.bytes(ChatJson.TokensJson.of(completion.usage())));
            out.raw("}\n\n");
        }
    }

    private static byte[] ascii(String json) {
        return json.getBytes(StandardCharsets.US_ASCII);
    }
}
