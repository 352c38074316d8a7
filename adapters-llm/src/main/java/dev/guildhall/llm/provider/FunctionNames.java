package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.WireNames;
import java.util.ArrayList;
import java.util.List;

/** The names of one request's tools as providers allow them. */
public final class FunctionNames {
    private FunctionNames() {}

    /** Of the offered tools and of those that were called before. */
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
