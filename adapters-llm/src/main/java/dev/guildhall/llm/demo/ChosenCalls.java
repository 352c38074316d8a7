package dev.guildhall.llm.demo;

import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import java.util.List;

/** Decides which calls the demo model makes within the tool choice of the request. */
final class ChosenCalls {
    private ChosenCalls() {}

    static List<ToolCall> of(String question, FunctionOffer offer) {
        List<ToolCall> calls = switch (offer.choice()) {
            case ToolChoice.Auto ignored -> CalledTools.from(question, offer.functions());
            case ToolChoice.None ignored -> List.of();
            case ToolChoice.Required ignored -> orFirst(question, offer.functions());
            case ToolChoice.Named(String name) ->
                orFirst(
                        question,
                        offer.functions().stream()
                                .filter(function -> function.name().equals(name))
                                .toList());
        };
        return offer.parallel() || calls.isEmpty() ? calls : calls.subList(0, 1);
    }

    private static List<ToolCall> orFirst(String question, List<FunctionSpec> functions) {
        List<ToolCall> needed = CalledTools.from(question, functions);
        if (!needed.isEmpty()) {
            return needed;
        }
        FunctionSpec first = functions.getFirst();
        ToolArguments least = DemoJson.leadingObject(DemoJson.text(SchemaInstance.of(first.parameters())))
                .arguments();
        return List.of(new ToolCall("call_1", first.name(), least));
    }
}
