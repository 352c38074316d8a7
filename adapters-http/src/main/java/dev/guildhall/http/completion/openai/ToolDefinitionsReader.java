package dev.guildhall.http.completion.openai;

import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

final class ToolDefinitionsReader {
    private static final int MOST_TOOLS = 128;
    private static final Map<String, Object> NO_PARAMETERS = Map.of("type", "object", "properties", Map.of());
    private static final RequestReader<List<FunctionSpec>> TOOLS =
            RequestReader.list(RequestReader.object(ToolDefinitionsReader::tool), MOST_TOOLS);

    private ToolDefinitionsReader() {}

    /**
     * Reads the offer from a body that is checked afterwards.
     *
     * @return reads the offer; only after {@link JsonBody#check()}
     */
    static Supplier<FunctionOffer> read(JsonBody body) {
        Supplier<List<FunctionSpec>> tools = body.optional("tools", TOOLS, List.of());
        Supplier<Choice> choice = body.optional("tool_choice", Choice.reader(), Choice.FREE);
        Supplier<Boolean> parallel = body.optional("parallel_tool_calls", RequestReader.flag(), true);
        return () -> new FunctionOffer(
                choice.get().allowedOf(tools.get()), choice.get().choice(), parallel.get());
    }

    private static FunctionSpec tool(JsonBody body) {
        body.required("type", CallFields.functionAlone());
        Supplier<FunctionSpec> function = body.required("function", function());
        body.check();
        return function.get();
    }

    private static RequestReader<FunctionSpec> function() {
        RequestReader<Supplier<FunctionSpec>> fields = RequestReader.object(ToolDefinitionsReader::fields);
        return (node, path) -> RequestReader.below(path, fields.read(node, path));
    }

    private static Supplier<FunctionSpec> fields(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Map<String, Object>> parameters =
                body.optional("parameters", RequestReader.dataObject(), NO_PARAMETERS);
        Supplier<Boolean> strict = body.optional("strict", RequestReader.flag(), false);
        body.check();
        return () -> new FunctionSpec(name.get(), description.get(), parameters.get(), strict.get());
    }
}
