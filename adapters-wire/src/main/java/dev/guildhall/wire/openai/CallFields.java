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
import java.util.function.Supplier;

/** Reads and writes a model's call of a function. Confined to one body. */
final class CallFields {
    private record Named(String name, ToolArguments arguments) {}

    /** The type of tool that every protocol has. */
    static final String FUNCTION = "function";

    private final Translation translation;

    CallFields(Translation translation) {
        this.translation = translation;
    }

    ToolCall read(JsonBody body) {
        Supplier<String> id = body.required("id", RequestReader.text(text -> filled("id", text)));
        Supplier<String> type = body.optional("type", RequestReader.text(), FUNCTION);
        body.check();
        if (type.get().equals(ToolForms.CUSTOM)) {
            Named custom = body.checked(ToolForms.CUSTOM, RequestReader.object(CallFields::custom));
            return new ToolCall(id.get(), custom.name(), custom.arguments());
        }
        if (!type.get().equals(FUNCTION)) {
            translation.canOmit(body.path("type"));
            return new ToolCall(id.get(), type.get(), new ToolArguments.Parsed(Map.of()));
        }
        Named function = body.checked(FUNCTION, RequestReader.object(CallFields::named));
        return new ToolCall(id.get(), function.name(), function.arguments());
    }

    private static Named named(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text(text -> filled("name", text)));
        Supplier<ToolArguments> arguments = body.required("arguments", RequestReader.text(CallFields::arguments));
        body.check();
        return new Named(name.get(), arguments.get());
    }

    private static Named custom(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text(text -> filled("name", text)));
        Supplier<String> input = body.required("input", RequestReader.text());
        body.check();
        return new Named(name.get(), ToolForms.arguments(input.get()));
    }

    private static String filled(String field, String text) {
        if (text.isEmpty()) {
            throw Refusal.invalid(field, "must not be empty");
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
