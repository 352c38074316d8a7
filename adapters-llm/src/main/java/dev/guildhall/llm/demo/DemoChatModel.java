package dev.guildhall.llm.demo;

import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.ProviderJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Answers by rules, without a network: the same question gets the same answer. The model {@value #FAST} does not wait; the
 * model {@value #SLOW} sends about twenty words a second, so that a user can try to stop a stream.
 *
 * <p>A token is a word with the white space after it; a tool call is one token. Thread-safe: it has no state.
 */
public final class DemoChatModel implements ChatModel {
    /** The default model. */
    public static final String FAST = "demo";

    /** The model that waits between words. */
    public static final String SLOW = "demo-slow";

    static final Duration PACE = Duration.ofMillis(50);

    private final Ticker ticker;

    /** A demo model whose ticker waits between the words of {@value #SLOW}. */
    public DemoChatModel(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public String provider() {
        return "demo";
    }

    @Override
    public String defaultModel() {
        return FAST;
    }

    @Override
    public List<ModelInfo> models() {
        return List.of(
                new ModelInfo(FAST, "Guildhall demo: answers by rule"),
                new ModelInfo(SLOW, "Guildhall demo: the same, word by word"));
    }

    @Override
    public Completion complete(CompletionRequest request) {
        return stream(request, chunk -> {});
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        String model = modelOf(request);
        Dialogue dialogue = new Dialogue(request.messages());
        // After results the model never calls again, so that a loop around it ends.
        List<ToolCall> calls = dialogue.results().isEmpty()
                ? ToolSelection.in(dialogue.userTexts().getLast(), request.offer())
                : List.of();
        List<String> words = calls.isEmpty() ? tokens(content(dialogue, request.format())) : List.of();
        int most = request.sampling().maxTokens().orElse(words.size());
        List<String> sent = words.subList(0, Math.min(words.size(), most));
        for (String word : sent) {
            pause(model, sink);
            pass(new Chunk.Text(word), sink);
        }
        for (int index = 0; index < calls.size(); index++) {
            pass(index, calls.get(index), sink);
        }
        int prompt = request.messages().stream()
                .mapToInt(message -> tokens(message.content()).size())
                .sum();
        Usage usage = new Usage(Math.max(1, prompt), sent.size() + calls.size());
        pass(new Chunk.Counted(usage), sink);
        sink.settle();
        FinishReason end = sent.size() < words.size() ? FinishReason.LENGTH : FinishReason.STOP;
        FinishReason finish = calls.isEmpty() ? end : FinishReason.TOOL_CALLS;
        return new Completion(String.join("", sent), calls, model, usage, finish);
    }

    private static String modelOf(CompletionRequest request) {
        String model = request.sampling().model().orElse(FAST);
        if (!model.equals(FAST) && !model.equals(SLOW)) {
            throw new Refusal(new CompletionProblem.UnknownModel(
                    "model: the demo provider has the models " + FAST + " and " + SLOW));
        }
        return model;
    }

    private static String content(Dialogue dialogue, ResponseFormat format) {
        String text = ReplyText.of(dialogue) + " (Guildhall's demo model)";
        return switch (format) {
            case ResponseFormat.Words ignored -> text;
            case ResponseFormat.Json ignored -> ProviderJson.write(Map.of("answer", text));
            case ResponseFormat.Schema schema ->
                SchemaInstance.of(schema.schema()).toString();
        };
    }

    private void pause(String model, ChunkSink sink) {
        if (model.equals(SLOW)) {
            sink.settle();
            try {
                ticker.pause(PACE);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void pass(int index, ToolCall call, ChunkSink sink) {
        pass(new Chunk.CallBegun(index, call.id(), call.tool()), sink);
        String arguments = switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> ProviderJson.write(values);
            case ToolArguments.Malformed malformed -> malformed.text();
        };
        tokens(arguments).forEach(part -> pass(new Chunk.CallArguments(index, part), sink));
    }

    /** A client that disconnects interrupts the thread. */
    private static void pass(Chunk chunk, ChunkSink sink) {
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
        sink.accept(chunk);
    }

    /** The words of a text, each with the white space after it; joined, they are the text. */
    static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i < text.length(); i++) {
            if (isSpace(text.charAt(i - 1)) && !isSpace(text.charAt(i))) {
                tokens.add(text.substring(begin, i));
                begin = i;
            }
        }
        if (!text.isEmpty()) {
            tokens.add(text.substring(begin));
        }
        return tokens;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }
}
