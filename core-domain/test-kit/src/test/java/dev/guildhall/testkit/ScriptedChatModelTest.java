package dev.guildhall.testkit;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.testkit.contract.ChatModelContract;
import java.util.List;
import java.util.Map;

class ScriptedChatModelTest implements ChatModelContract {
    @Override
    public ChatModel wordyModel() {
        return ScriptedChatModel.echo();
    }

    @Override
    public ChatModel callingModel() {
        ToolCall call = new ToolCall("call_1", ECHO.name(), new ToolArguments.Parsed(Map.of("text", "hi")));
        return new ScriptedChatModel(request -> ScriptedChatModel.calls(request, List.of(call)));
    }
}
