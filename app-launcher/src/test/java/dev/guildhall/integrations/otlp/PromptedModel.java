package dev.guildhall.integrations.otlp;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A model that follows the prompt; every text that must not leave the server contains the word MARZIPAN. */
final class PromptedModel implements ChatModel {
    private final ScriptedChatModel words = new ScriptedChatModel(PromptedModel::answer);

    private static Completion answer(CompletionRequest request) {
        ChatMessage last = request.messages().getLast();
        if (last instanceof ChatMessage.ToolResult) {
            return ScriptedChatModel.says(request, "It is done, MARZIPAN.");
        }
        if (last.content().contains("sums")) {
            return ScriptedChatModel.calls(request, List.of(sum("c1", "6*7"), sum("c2", "2+2")));
        }
        if (last.content().contains("trouble")) {
            ToolCall none = new ToolCall("c2", "MARZIPAN.tool", new ToolArguments.Parsed(Map.of("a", "MARZIPAN")));
            return ScriptedChatModel.calls(request, List.of(sum("c1", "1/0"), none));
        }
        if (last.content().contains("refuse")) {
            throw new Refusal(new CompletionProblem.RequestRefused("no MARZIPAN here"));
        }
        return ScriptedChatModel.says(request, "I like MARZIPAN.");
    }

    private static ToolCall sum(String id, String expression) {
        return new ToolCall(id, "builtin.calculate", new ToolArguments.Parsed(Map.of("expression", expression)));
    }

    @Override
    public String provider() {
        return "prompted";
    }

    @Override
    public String defaultModel() {
        return words.defaultModel();
    }

    @Override
    public List<ModelInfo> models() {
        return words.models();
    }

    @Override
    public Completion complete(CompletionRequest request) {
        return words.complete(request);
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        if (!request.messages().getLast().content().contains("forever")) {
            return words.stream(request, sink);
        }
        sink.accept(new Chunk.Text("MARZIPAN "));
        sink.settle();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
        throw new Refusal(new CommonProblem.Cancelled());
    }
}
