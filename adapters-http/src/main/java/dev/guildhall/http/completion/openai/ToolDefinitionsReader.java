package dev.guildhall.http.completion.openai;

import dev.guildhall.http.completion.Translation;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

final class ToolDefinitionsReader {
    private static final int MOST_TOOLS = 128;
    private static final Map<String, Object> NO_PARAMETERS = Map.of("type", "object", "properties", Map.of());

    private ToolDefinitionsReader() {}

    /**
     * Reads the offer from a body that is checked afterwards.
     *
     * @return reads the offer; only after {@link JsonBody#check()}
     */
    static Supplier<FunctionOffer> read(JsonBody body, Translation translation) {
        RequestReader<Optional<FunctionSpec>> tool = RequestReader.object(one -> tool(one, translation));
        Supplier<List<Optional<FunctionSpec>>> offered =
                body.optional("tools", RequestReader.list(tool, MOST_TOOLS), List.of());
        Supplier<List<FunctionSpec>> tools =
                () -> offered.get().stream().flatMap(Optional::stream).toList();
        Supplier<Choice> choice = body.optional("tool_choice", Choice.reader(translation), Choice.FREE);
        Supplier<Boolean> parallel = body.optional("parallel_tool_calls", RequestReader.flag(), true);
        return () -> new FunctionOffer(
                choice.get().allowedOf(tools.get()), choice.get().choice(), parallel.get());
    }

    /** Empty when the tool is not a function. */
    private static Optional<FunctionSpec> tool(JsonBody body, Translation translation) {
        Supplier<String> type = body.required("type", translation.only(CallFields.FUNCTION, RequestReader.text()));
        body.check();
        if (!type.get().equals(CallFields.FUNCTION)) {
            return Optional.empty();
        }
        translation.canOmitAllExcept(body, Set.of("type", "function"));
        Supplier<FunctionSpec> function = body.required("function", function());
        body.check();
        return Optional.of(function.get());
    }

    private static RequestReader<FunctionSpec> function() {
        RequestReader<Supplier<FunctionSpec>> fields = RequestReader.object(ToolDefinitionsReader::fields);
        return (node, path) -> RequestReader.below(path, fields.read(node, path));
    }

    /** Reads the function from its own fields; only the supplier refuses what its constructor does. */
    static Supplier<FunctionSpec> fields(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Map<String, Object>> parameters =
                body.optional("parameters", RequestReader.dataObject(), NO_PARAMETERS);
        Supplier<Boolean> strict = body.optional("strict", RequestReader.flag(), false);
        body.check();
        return () -> new FunctionSpec(name.get(), description.get(), parameters.get(), strict.get());
    }
}
