package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads and writes a model's call of a function. Confined to one body. */
final class CallFields {
    /** The type of tool that every protocol has. */
    static final String FUNCTION = "function";

    private final Translation translation;

    CallFields(Translation translation) {
        this.translation = translation;
    }

    ToolCall read(JsonBody body) {
        Supplier<String> id = body.required("id", RequestReader.text(CallFields::filled));
        Supplier<String> type = body.optional("type", RequestReader.text(), FUNCTION);
        body.check();
        return switch (type.get()) {
            case FUNCTION ->
                body.checked(
                        FUNCTION, RequestReader.object(it -> call(it, id.get(), "arguments", CallFields::arguments)));
            case ToolForms.CUSTOM ->
                body.checked(
                        ToolForms.CUSTOM,
                        RequestReader.object(it -> call(it, id.get(), "input", ToolForms::arguments)));
            default -> {
                translation.canOmit(body.path("type"));
                yield new ToolCall(id.get(), type.get(), new ToolArguments.Parsed(Map.of()));
            }
        };
    }

    private static ToolCall call(JsonBody body, String id, String field, Function<String, ToolArguments> reader) {
        Supplier<String> name = body.required("name", RequestReader.text(CallFields::filled));
        Supplier<ToolArguments> arguments = body.required(field, RequestReader.text(reader));
        body.check();
        return new ToolCall(id, name.get(), arguments.get());
    }

    private static String filled(String text) {
        if (text.isEmpty()) {
            throw Refusal.invalid("text", "must not be empty");
        }
        return text;
    }

    /** The arguments that a model wrote earlier and the client sends back; an empty text means no arguments. */
    static ToolArguments arguments(String text) {
        if (text.isBlank()) {
            return new ToolArguments.Parsed(Map.of());
        }
        Optional<Map<String, Object>> object = Json.object(text);
        object.ifPresent(values -> RequestReader.requireData(values, "arguments"));
        Optional<ToolArguments> parsed = object.map(ToolArguments.Parsed::new);
        return parsed.orElseGet(() -> new ToolArguments.Malformed(text, "the arguments must be one JSON object"));
    }

    static String text(ToolArguments arguments) {
        return switch (arguments) {
            case ToolArguments.Parsed(Map<String, Object> values) -> Json.text(values);
            case ToolArguments.Malformed(String text, String ignored) -> text;
        };
    }
}
