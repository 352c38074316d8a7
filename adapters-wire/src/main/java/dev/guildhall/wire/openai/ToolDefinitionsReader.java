package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

final class ToolDefinitionsReader {
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
            forms.addFunction(inner, innerPath, Optional.empty(), cache.get());
        }
    }
}
