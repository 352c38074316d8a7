package dev.guildhall.http.completion.openai;

import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.problem.Refusal;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Reads the required format of an answer. */
final class ResponseFormat {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private enum Type {
        TEXT,
        JSON_OBJECT,
        JSON_SCHEMA
    }

    private ResponseFormat() {}

    static RequestReader<AnswerFormat> reader() {
        return RequestReader.object(ResponseFormat::format);
    }

    private static AnswerFormat format(JsonBody body) {
        Supplier<Type> type = body.required("type", RequestReader.text(ResponseFormat::type));
        body.check();
        return switch (type.get()) {
            case TEXT -> new AnswerFormat.Words();
            case JSON_OBJECT -> new AnswerFormat.Json();
            case JSON_SCHEMA -> {
                Supplier<AnswerFormat> schema =
                        body.required("json_schema", RequestReader.object(ResponseFormat::schema));
                body.check();
                yield schema.get();
            }
        };
    }

    private static Type type(String name) {
        return switch (name) {
            case "text" -> Type.TEXT;
            case "json_object" -> Type.JSON_OBJECT;
            case "json_schema" -> Type.JSON_SCHEMA;
            default -> throw Refusal.invalid("type", "must be one of text, json_object, json_schema");
        };
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
