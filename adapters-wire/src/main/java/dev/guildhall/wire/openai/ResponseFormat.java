package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.AnswerFormat;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

final class ResponseFormat {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private ResponseFormat() {}

    static RequestReader<AnswerFormat> reader(Translation translation) {
        return RequestReader.object(body -> format(
                body,
                translation,
                outer -> outer.checked("json_schema", RequestReader.object(ResponseFormat::schema))));
    }

    /** Reads the form of {@code responses}, where the schema's fields stand beside the type. */
    static RequestReader<AnswerFormat> flatReader(Translation translation) {
        return RequestReader.object(body -> format(body, translation, ResponseFormat::schema));
    }

    private static AnswerFormat format(
            JsonBody body, Translation translation, Function<JsonBody, AnswerFormat> withSchema) {
        return switch (body.checked("type", RequestReader.text())) {
            case "text" -> new AnswerFormat.Words();
            case "json_object" -> new AnswerFormat.Json();
            case "json_schema" -> withSchema.apply(body);
            default -> {
                translation.cannotHave(body.path("type"));
                yield new AnswerFormat.Words();
            }
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
