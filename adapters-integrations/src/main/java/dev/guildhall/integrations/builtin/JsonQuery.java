package dev.guildhall.integrations.builtin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code builtin.json_query}: one value out of a large document (RFC 6901). Thread-safe. */
final class JsonQuery implements BuiltinTool {
    /** The most characters of a document. */
    static final int MAX_CHARACTERS = 1_000_000;

    /** The deepest nesting of a document. */
    static final int MAX_DEPTH = 200;

    private static final int MAX_NUMBER = 400;

    /** Written out, a number has no more zeros than that: some readers do write it out. */
    private static final int MAX_SCALE = 1000;

    private static final int MAX_POINTER = 1000;
    private static final String JSON = "json";
    private static final String POINTER = "pointer";
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.json_query"),
            "Takes one value out of a JSON document by its JSON Pointer. Use it to read a field of a large document"
                    + " exactly. Answers with whether it is there, its type, its size and the value itself.",
            Parameters.object(
                    List.of(JSON, POINTER),
                    JSON,
                    Parameters.text("The JSON document, as text.", MAX_CHARACTERS),
                    POINTER,
                    Parameters.text(
                            "Where the value is, for example /items/0/name; empty for the whole document. In names ~"
                                    + " is written ~0, and / is written ~1.",
                            MAX_POINTER)),
            ToolSource.BUILTIN);

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER)
                            .maxStringLength(MAX_CHARACTERS)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public Map<String, Object> run(BuiltinArguments arguments) {
        JsonPointer pointer = pointer(arguments.text(POINTER, MAX_POINTER));
        JsonNode found = parsed(arguments.text(JSON, MAX_CHARACTERS)).at(pointer);
        if (found.isMissingNode()) {
            return Parameters.inOrder("found", false, "type", "missing", "size", 0);
        }
        requireWellFormed(found);
        return Parameters.inOrder(
                "found",
                true,
                "type",
                found.getNodeType().name().toLowerCase(Locale.ROOT),
                "size",
                found.size(),
                "value",
                MAPPER.convertValue(found, Object.class));
    }

    /** What other readers of JSON would not take, or take for something else, is not handed on. */
    private static void requireWellFormed(JsonNode value) {
        boolean isWellFormed = value.isTextual()
                ? Text.isWellFormed(value.textValue())
                : !value.isNumber() || Math.abs(value.decimalValue().scale()) <= MAX_SCALE;
        if (!isWellFormed) {
            throw ToolFault.failed("the value has a number or a character that JSON cannot carry safely");
        }
        value.propertyStream().forEach(member -> {
            requireWellFormed(TextNode.valueOf(member.getKey()));
            requireWellFormed(member.getValue());
        });
        if (value.isArray()) {
            value.forEach(JsonQuery::requireWellFormed);
        }
    }

    private static JsonPointer pointer(String text) {
        try {
            return JsonPointer.compile(text);
        } catch (IllegalArgumentException malformed) {
            throw BuiltinArguments.bad(POINTER, "must be empty or begin with /");
        }
    }

    private static JsonNode parsed(String json) {
        try {
            JsonNode document = MAPPER.readTree(json);
            if (document.isMissingNode()) {
                throw ToolFault.failed("the text is not JSON that can be read: it is empty");
            }
            return document;
        } catch (JsonProcessingException malformed) {
            String where = malformed.getLocation() == null
                    ? ""
                    : " (line " + malformed.getLocation().getLineNr() + ", column "
                            + malformed.getLocation().getColumnNr() + ")";
            throw ToolFault.failed("the text is not JSON that can be read" + where);
        }
    }
}
