package dev.guildhall.http.completion.openai;

import dev.guildhall.http.completion.Translation;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

final class ToolDefinitionsReader {
    private static final Map<String, Object> NO_PARAMETERS = Map.of("type", "object", "properties", Map.of());

    private static final Set<String> KNOWN =
            Set.of("type", "name", "description", "parameters", "strict", "cache_control");

    private ToolDefinitionsReader() {}

    /**
     * Reads the offer from a body that is checked afterwards.
     *
     * @return reads the offer; only after {@link JsonBody#check()}
     */
    static Supplier<FunctionOffer> read(JsonBody body, Translation translation) {
        RequestReader<Optional<FunctionSpec>> tool = RequestReader.object(one -> tool(one, translation));
        Supplier<List<Optional<FunctionSpec>>> offered =
                body.optional("tools", RequestReader.list(tool, FunctionOffer.MOST), List.of());
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
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitAllExcept(body, Set.of("type", "function", "cache_control"));
        RequestReader<Supplier<FunctionSpec>> fields =
                RequestReader.object(function -> fields(function, translation, cache.get()));
        Supplier<FunctionSpec> function =
                body.required("function", (node, path) -> RequestReader.below(path, fields.read(node, path)));
        body.check();
        return Optional.of(function.get());
    }

    /**
     * Reads the function from its own fields; only the supplier refuses what its constructor does.
     *
     * @param ofTool the breakpoint of the tool that has the function
     */
    static Supplier<FunctionSpec> fields(JsonBody body, Translation translation, Optional<CacheBreakpoint> ofTool) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Map<String, Object>> parameters =
                body.optional("parameters", RequestReader.dataObject(), NO_PARAMETERS);
        Supplier<Boolean> strict = body.optional("strict", RequestReader.flag(), false);
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitAllExcept(body, KNOWN);
        return () -> new FunctionSpec(name.get(), description.get(), parameters.get(), strict.get(), ofTool.or(cache));
    }
}
