package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.anthropic.MessagesRequestJson.ToolChoiceJson;
import dev.guildhall.wire.anthropic.MessagesRequestJson.ToolJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tools that the model may call, in the protocol of the provider.
 *
 * @param tools null when there are none
 * @param choice null when the model decides
 */
record OfferJson(@Nullable List<ToolJson> tools, @Nullable ToolChoiceJson choice) {
    private static final Map<String, Object> ANY_OBJECT = Map.of("type", "object");

    /**
     * The tools of the request. The provider refuses a conversation with calls unless the request defines tools: when the
     * request offers none, this names the called ones and forbids to call them.
     */
    static OfferJson of(CompletionRequest request, WireNames names, ParameterNames parameters) {
        FunctionOffer offer = request.offer();
        if (!offer.functions().isEmpty()) {
            return new OfferJson(
                    offer.functions().stream()
                            .map(tool -> tool(tool, names, parameters))
                            .toList(),
                    choice(offer, names));
        }
        List<ToolJson> called = request.messages().stream()
                .filter(ChatMessage.Assistant.class::isInstance)
                .map(ChatMessage.Assistant.class::cast)
                .flatMap(assistant -> assistant.toolCalls().stream())
                .map(ToolCall::tool)
                .distinct()
                .map(tool -> new ToolJson(names.toWire(tool), null, ANY_OBJECT, null, null))
                .toList();
        return called.isEmpty()
                ? new OfferJson(null, null)
                : new OfferJson(called, new ToolChoiceJson("none", null, null));
    }

    private static ToolJson tool(FunctionSpec function, WireNames names, ParameterNames parameters) {
        @Nullable String description = function.description().isBlank() ? null : function.description();
        @Nullable Boolean strict = function.strict() ? true : null;
        return new ToolJson(
                names.toWire(function.name()),
                description,
                parameters.schema(function),
                strict,
                BlockJson.CacheJson.of(function.cache()));
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
