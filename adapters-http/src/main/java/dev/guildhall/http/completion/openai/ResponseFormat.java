package dev.guildhall.http.completion.openai;

import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.problem.Refusal;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

final class ResponseFormat {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private ResponseFormat() {}

    static RequestReader<AnswerFormat> reader() {
        return RequestReader.object(ResponseFormat::format);
    }

    private static AnswerFormat format(JsonBody body) {
        Supplier<Function<JsonBody, AnswerFormat>> type =
                body.required("type", RequestReader.text(ResponseFormat::ofType));
        body.check();
        return type.get().apply(body);
    }

    private static Function<JsonBody, AnswerFormat> ofType(String name) {
        return switch (name) {
            case "text" -> body -> new AnswerFormat.Words();
            case "json_object" -> body -> new AnswerFormat.Json();
            case "json_schema" -> ResponseFormat::withSchema;
            default -> throw Refusal.invalid("type", "must be one of text, json_object, json_schema");
        };
    }

    private static AnswerFormat withSchema(JsonBody body) {
        Supplier<AnswerFormat> schema = body.required("json_schema", RequestReader.object(ResponseFormat::schema));
        body.check();
        return schema.get();
    }

    private static AnswerFormat schema(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text(ResponseFormat::name));
        Supplier<Map<String, Object>> schema = body.required("schema", RequestReader.dataObject());
        Supplier<Boolean> strict = body.optional("strict", RequestReader.flag(), false);
        body.check();
        return new AnswerFormat.Schema(name.get(), schema.get(), strict.get());
    }

    private static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw Refusal.invalid("name", "must be 1 to 64 letters, digits, underscores or hyphens");
        }
        return text;
    }
}
