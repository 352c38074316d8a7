package dev.guildhall.http.completion.openai;

import dev.guildhall.http.json.Json;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads and writes a model's call of a function. */
final class CallFields {
    private record Named(String name, ToolArguments arguments) {}

    private CallFields() {}

    static ToolCall read(JsonBody body) {
        Supplier<String> id = body.required("id", RequestReader.text(text -> filled("id", text)));
        body.optional("type", functionAlone());
        Supplier<Named> function = body.required("function", RequestReader.object(CallFields::named));
        body.check();
        return new ToolCall(id.get(), function.get().name(), function.get().arguments());
    }

    /** Accepts {@code function}, the only supported type of tool. */
    static RequestReader<String> functionAlone() {
        return RequestReader.text(type -> {
            if (!type.equals("function")) {
                throw Refusal.invalid("type", "must be function");
            }
            return type;
        });
    }

    private static Named named(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text(text -> filled("name", text)));
        Supplier<ToolArguments> arguments = body.required("arguments", RequestReader.text(CallFields::arguments));
        body.check();
        return new Named(name.get(), arguments.get());
    }

    private static String filled(String field, String text) {
        if (text.isEmpty()) {
            throw Refusal.invalid(field, "must not be empty");
        }
        return text;
    }

    /** The arguments that a model wrote earlier and the client sends back; an empty text means no arguments. */
    private static ToolArguments arguments(String text) {
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
