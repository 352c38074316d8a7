package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

final class ResponseFormatReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private ResponseFormatReader() {}

    static RequestReader<ResponseFormat> reader(Translation translation) {
        return RequestReader.object(body -> format(
                body,
                translation,
                outer -> outer.checked("json_schema", RequestReader.object(ResponseFormatReader::schema))));
    }

    /** Reads the form of {@code responses}, where the schema's fields stand beside the type. */
    static RequestReader<ResponseFormat> flatReader(Translation translation) {
        return RequestReader.object(body -> format(body, translation, ResponseFormatReader::schema));
    }

    private static ResponseFormat format(
            JsonBody body, Translation translation, Function<JsonBody, ResponseFormat> withSchema) {
        return switch (body.checked("type", RequestReader.text())) {
            case "text" -> new ResponseFormat.Words();
            case "json_object" -> new ResponseFormat.Json();
            case "json_schema" -> withSchema.apply(body);
            default -> {
                translation.cannotHave(body.path("type"));
                yield new ResponseFormat.Words();
            }
        };
    }

    private static ResponseFormat schema(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text(ResponseFormatReader::name));
        Supplier<Map<String, Object>> schema = body.required("schema", RequestReader.dataObject());
        Supplier<Boolean> strict = body.optional("strict", RequestReader.flag(), false);
        body.check();
        return new ResponseFormat.Schema(name.get(), schema.get(), strict.get());
    }

    private static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw Refusal.invalid("name", "must be 1 to 64 letters, digits, underscores or hyphens");
        }
        return text;
    }
}
