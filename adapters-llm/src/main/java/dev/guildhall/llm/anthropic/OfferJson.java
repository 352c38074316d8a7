package dev.guildhall.llm.anthropic;

import dev.guildhall.llm.anthropic.MessagesRequestJson.ToolChoiceJson;
import dev.guildhall.llm.anthropic.MessagesRequestJson.ToolJson;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.tool.WireNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the model may call, in the provider's words.
 *
 * @param tools null when there is nothing to call
 * @param choice null means as the model sees fit
 */
record OfferJson(@Nullable List<ToolJson> tools, @Nullable ToolChoiceJson choice) {
    private static final Map<String, Object> ANY_OBJECT = Map.of("type", "object");

    /**
     * What the request offers. A conversation with calls in it is refused unless tools are defined, so where nothing is
     * offered the called ones are named, and forbidden.
     */
    static OfferJson of(CompletionRequest request, WireNames names) {
        FunctionOffer offer = request.offer();
        if (!offer.functions().isEmpty()) {
            return new OfferJson(
                    offer.functions().stream().map(tool -> tool(tool, names)).toList(), choice(offer, names));
        }
        List<ToolJson> called = request.messages().stream()
                .filter(ChatMessage.Assistant.class::isInstance)
                .map(ChatMessage.Assistant.class::cast)
                .flatMap(assistant -> assistant.toolCalls().stream())
                .map(ToolCall::tool)
                .distinct()
                .map(tool -> new ToolJson(names.toWire(tool), null, ANY_OBJECT, null))
                .toList();
        return called.isEmpty()
                ? new OfferJson(null, null)
                : new OfferJson(called, new ToolChoiceJson("none", null, null));
    }

    private static ToolJson tool(FunctionSpec function, WireNames names) {
        @Nullable String description = function.description().isBlank() ? null : function.description();
        @Nullable Boolean strict = function.strict() ? true : null;
        return new ToolJson(names.toWire(function.name()), description, schema(function.parameters()), strict);
    }

    /** The provider wants the type said, even where it goes without saying. */
    private static Map<String, Object> schema(Map<String, Object> parameters) {
        if (parameters.containsKey("type")) {
            return parameters;
        }
        Map<String, Object> schema = new LinkedHashMap<>(ANY_OBJECT);
        schema.putAll(parameters);
        return schema;
    }

    private static @Nullable ToolChoiceJson choice(FunctionOffer offer, WireNames names) {
        @Nullable Boolean oneAtMost = offer.parallel() ? null : true;
        return switch (offer.choice()) {
            case ToolChoice.Auto ignored -> offer.parallel() ? null : new ToolChoiceJson("auto", null, oneAtMost);
            case ToolChoice.None ignored -> new ToolChoiceJson("none", null, null);
            case ToolChoice.Required ignored -> new ToolChoiceJson("any", null, oneAtMost);
            case ToolChoice.Named(String name) -> new ToolChoiceJson("tool", names.toWire(name), oneAtMost);
        };
    }
}
