package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.WireNames;
import java.util.ArrayList;
import java.util.List;

/** The names of the tools of one request, in the characters that providers allow. */
public final class FunctionNames {
    private FunctionNames() {}

    /** The names of the offered tools and of those that earlier messages call. */
    public static WireNames of(CompletionRequest request) {
        List<String> tools = new ArrayList<>();
        request.offer().functions().forEach(function -> tools.add(function.name()));
        for (ChatMessage message : request.messages()) {
            if (message instanceof ChatMessage.Assistant assistant) {
                assistant.toolCalls().stream().map(ToolCall::tool).forEach(tools::add);
            }
        }
        return WireNames.of(tools);
    }
}
