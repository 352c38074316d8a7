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
            Set.of("type", "name", "description", "parameters", "format", "strict", "cache_control");

    private ToolDefinitionsReader() {}

    /**
     * Reads the offer from a body that is checked afterwards.
     *
     * @param forms receives the tools
     * @return reads the offer; only after {@link JsonBody#check()}
     */
    static Supplier<FunctionOffer> read(JsonBody body, Translation translation, ToolForms forms) {
        RequestReader<Boolean> tool = RequestReader.object(one -> tool(one, translation, forms));
        Supplier<List<Boolean>> known = body.optional("tools", RequestReader.list(tool, FunctionOffer.MOST), List.of());
        forms.name();
        Supplier<Choice> choice =
                body.optional("tool_choice", new ChoiceReader(translation, forms, false)::read, Choice.FREE);
        Supplier<Boolean> parallel = body.optional("parallel_tool_calls", RequestReader.flag(), true);
        return () -> translation.offer(
                choice.get().allowedOf(forms.functions()),
                choice.get().choice(),
                parallel.get(),
                !known.get().contains(false),
                "tool_choice");
    }

    /** Whether the tool has a translation. */
    private static boolean tool(JsonBody body, Translation translation, ToolForms forms) {
        Supplier<String> type = body.required("type", RequestReader.text());
        body.check();
        if (type.get().equals(ToolForms.CUSTOM)) {
            RequestReader<JsonBody> custom = RequestReader.object(one -> {
                forms.addCustom(one, translation, Optional.empty());
                return one;
            });
            body.required(ToolForms.CUSTOM, custom);
            body.check();
            return true;
        }
        if (!type.get().equals(CallFields.FUNCTION)) {
            translation.canOmit(body.path("type"));
            return false;
        }
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitAllExcept(body, Set.of("type", "function", "cache_control"));
        body.required(
                "function",
                (node, path) -> RequestReader.object(function -> {
                            Supplier<FunctionSpec> fields = fields(function, translation, cache.get());
                            Supplier<String> name = function.required("name", RequestReader.text());
                            forms.add(
                                    new ToolForms.Form(name.get(), Optional.empty(), false),
                                    () -> RequestReader.below(path, fields));
                            return true;
                        })
                        .read(node, path));
        body.check();
        return true;
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
