package dev.guildhall.testkit;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A model that answers with the result of a function, word by word: for tests and first experiments. As thread-safe as
 * the function.
 */
public final class ScriptedChatModel implements ChatModel {
    private static final String NAME = "scripted";

    private final Function<CompletionRequest, Completion> script;

    public ScriptedChatModel(Function<CompletionRequest, Completion> script) {
        this.script = script;
    }

    /** A model that repeats the last message. */
    public static ScriptedChatModel echo() {
        return new ScriptedChatModel(request ->
                says(request, "You said: " + request.messages().getLast().content()));
    }

    public static Completion says(CompletionRequest request, String content) {
        return new Completion(content, List.of(), NAME, usage(request, content), FinishReason.STOP);
    }

    /** An answer that only has tool calls. */
    public static Completion calls(CompletionRequest request, List<ToolCall> calls) {
        return new Completion("", calls, NAME, usage(request, ""), FinishReason.TOOL_CALLS);
    }

    @Override
    public String provider() {
        return NAME;
    }

    @Override
    public String defaultModel() {
        return NAME;
    }

    @Override
    public List<ModelInfo> models() {
        return List.of(new ModelInfo(NAME, NAME));
    }

    @Override
    public Completion complete(CompletionRequest request) {
        return script.apply(request);
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        Completion completion = script.apply(request);
        if (!completion.reasoning().isEmpty()) {
            sink.accept(new Chunk.Reasoned(completion.reasoning()));
        }
        for (String word : completion.content().split("(?<= )")) {
            if (Thread.currentThread().isInterrupted()) {
                throw new Refusal(new CommonProblem.Cancelled());
            }
            if (!word.isEmpty()) {
                sink.accept(new Chunk.Text(word));
            }
        }
        for (int index = 0; index < completion.toolCalls().size(); index++) {
            ToolCall call = completion.toolCalls().get(index);
            sink.accept(new Chunk.CallBegun(index, call.id(), call.tool()));
            sink.accept(new Chunk.CallArguments(index, argumentsOf(call)));
        }
        if (!completion.usage().estimated()) {
            sink.accept(new Chunk.Counted(completion.usage()));
        }
        sink.settle();
        return completion;
    }

    private static String argumentsOf(ToolCall call) {
        return switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> JsonText.of(values);
            case ToolArguments.Malformed(String text, String ignored) -> text;
        };
    }

    private static Usage usage(CompletionRequest request, String content) {
        long asked = request.messages().stream()
                .map(ChatMessage::content)
                .mapToLong(ScriptedChatModel::words)
                .sum();
        return new Usage(asked, words(content));
    }

    private static long words(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }
}
