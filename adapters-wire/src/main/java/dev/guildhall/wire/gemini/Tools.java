package dev.guildhall.wire.gemini;

import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads {@code tools} and {@code toolConfig}. */
final class Tools {
    private static final Map<String, Object> NO_PARAMETERS = Map.of("type", "object", "properties", Map.of());
    private static final Choice FREE = new Choice("AUTO", List.of());

    private record Choice(String mode, List<String> allowed) {
        boolean allows(FunctionSpec function) {
            return !mode.equals("ANY") || allowed.isEmpty() || allowed.contains(function.name());
        }

        ToolChoice of(Translation translation, String path) {
            return switch (mode) {
                case "AUTO", "VALIDATED", "MODE_UNSPECIFIED" -> new ToolChoice.Auto();
                case "NONE" -> new ToolChoice.None();
                case "ANY" ->
                    allowed.size() == 1 ? new ToolChoice.Named(allowed.getFirst()) : new ToolChoice.Required();
                default -> {
                    translation.canOmit(path);
                    yield new ToolChoice.Auto();
                }
            };
        }
    }

    private Tools() {}

    /** The functions that the model may call; with {@code allowedFunctionNames} only those. */
    static Supplier<FunctionOffer> read(JsonBody body, Translation translation) {
        RequestReader<List<FunctionSpec>> tool = RequestReader.object(each -> functions(each, translation));
        Supplier<List<List<FunctionSpec>>> tools =
                body.optional("tools", RequestReader.list(tool, FunctionOffer.MOST), List.of());
        String config = FieldNames.in(body, "toolConfig");
        Supplier<Choice> choice = body.optional(config, RequestReader.object(each -> choice(each, translation)), FREE);
        return () -> translation.offer(
                tools.get().stream()
                        .flatMap(List::stream)
                        .filter(choice.get()::allows)
                        .toList(),
                choice.get().of(translation, body.path(config)),
                true);
    }

    private static List<FunctionSpec> functions(JsonBody tool, Translation translation) {
        RequestReader<FunctionSpec> function = RequestReader.object(each -> function(each, translation));
        Supplier<List<FunctionSpec>> functions = tool.optional(
                FieldNames.in(tool, "functionDeclarations"),
                RequestReader.list(function, FunctionOffer.MOST),
                List.of());
        tool.check();
        tool.unread().forEach(ofProvider -> translation.omitTool(ofProvider, ""));
        return functions.get();
    }

    private static FunctionSpec function(JsonBody body, Translation translation) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Optional<Map<String, Object>>> schema =
                body.optional(FieldNames.in(body, "parametersJsonSchema"), RequestReader.dataObject());
        Supplier<Optional<Map<String, Object>>> ofGoogle = body.optional("parameters", RequestReader.dataObject());
        body.check();
        translation.canOmitUnread(body, "response", "responseJsonSchema", "response_json_schema");
        Map<String, Object> parameters =
                schema.get().or(() -> ofGoogle.get().map(Schemas::plain)).orElse(NO_PARAMETERS);
        return new FunctionSpec(name.get(), description.get(), parameters);
    }

    private static Choice choice(JsonBody config, Translation translation) {
        Supplier<Choice> choice = config.optional(
                FieldNames.in(config, "functionCallingConfig"),
                RequestReader.object(calling -> calling(calling, translation)),
                FREE);
        config.check();
        translation.canOmitUnread(config);
        return choice.get();
    }

    private static Choice calling(JsonBody calling, Translation translation) {
        Supplier<String> mode = calling.optional("mode", RequestReader.text(), "AUTO");
        Supplier<List<String>> allowed = calling.optional(
                FieldNames.in(calling, "allowedFunctionNames"),
                RequestReader.list(RequestReader.text(), FunctionOffer.MOST),
                List.of());
        calling.check();
        translation.canOmitUnread(calling);
        return new Choice(mode.get(), allowed.get());
    }
}
