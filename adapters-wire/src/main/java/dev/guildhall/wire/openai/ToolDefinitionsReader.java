package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

final class ToolDefinitionsReader {
    private static final Map<String, Object> NO_PARAMETERS = Map.of("type", "object", "properties", Map.of());

    private ToolDefinitionsReader() {}

    /**
     * Reads the offer from a body that is checked afterwards.
     *
     * @param forms receives the tools
     * @return reads the offer; only after {@link JsonBody#check()}
     */
    static Supplier<FunctionOffer> read(JsonBody body, Translation translation, ToolForms forms) {
        return forms.offer(body, ToolForms.list((tool, path) -> tool(tool, path, translation, forms)), false);
    }

    private static void tool(JsonBody tool, String path, Translation translation, ToolForms forms) {
        String type = tool.checked("type", RequestReader.text());
        if (!Set.of(CallFields.FUNCTION, ToolForms.CUSTOM).contains(type)) {
            translation.omitTool(tool, Optional.empty());
            return;
        }
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(tool);
        JsonBody inner = tool.checked(type, RequestReader.object(one -> one));
        translation.canOmitUnread(tool);
        String innerPath = path + "." + type;
        if (type.equals(ToolForms.CUSTOM)) {
            forms.addCustom(inner, innerPath, Optional.empty(), cache.get());
        } else {
            forms.addFunction(fields(inner, translation, cache.get()), innerPath, Optional.empty());
        }
    }

    /**
     * Reads a function from its own fields.
     *
     * @param ofTool the breakpoint of the tool that has the function
     */
    static ToolForms.Function fields(JsonBody body, Translation translation, Optional<CacheBreakpoint> ofTool) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Map<String, Object>> parameters =
                body.optional("parameters", RequestReader.dataObject(), NO_PARAMETERS);
        Supplier<Boolean> strict = body.optional("strict", RequestReader.flag(), false);
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitUnread(body);
        return new ToolForms.Function(name.get(), description.get(), parameters.get(), strict.get(), ofTool.or(cache));
    }
}
