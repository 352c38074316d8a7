package dev.guildhall.testkit.contract.agent;

import dev.guildhall.ports.Caller;
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
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The model and the tool of an agent that {@link AgentClientContract} asks. The first word of a question is a command
 * for the model: {@code say} repeats the other words, one in each piece; {@code hold} does the same and waits after the
 * first word, {@code wait} before it; {@code fail} repeats them and fails; {@code call} calls the tool with the number
 * that follows, then says the result; {@code book} calls the tool of an {@link AskingTool}. Thread-safe.
 */
public final class AgentScript implements ChatModel, ToolInvoker {
    /** Doubles the number {@code n}, and fails for a negative one. */
    public AgentScript() {}

    public static final ToolName DOUBLE = new ToolName("sample.double");

    /** The failure of the model. */
    public static final CompletionProblem FAILURE = new CompletionProblem.ProviderFailed("the provider has failed");

    private static final String NAME = "agent-script";

    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public ToolEffect effect(ToolName tool) {
        return ToolEffect.DESTRUCTIVE;
    }

    /** Lets all answers continue, including later ones. */
    public void release() {
        released.countDown();
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
        return stream(request, piece -> {});
    }

    @Override
    public Completion stream(CompletionRequest request, ChunkSink sink) {
        if (request.messages().getLast() instanceof ChatMessage.ToolResult result) {
            return say("It is " + result.content(), sink, false);
        }
        String[] question = request.messages().getLast().content().split(" ", 2);
        String rest = question.length > 1 ? question[1] : "";
        return switch (question[0]) {
            case "hold" -> say(rest, sink, true);
            case "wait" -> {
                hold();
                yield say(rest, sink, false);
            }
            case "call" -> call(Integer.parseInt(rest), sink);
            case "book" -> book();
            case "fail" -> {
                say(rest, sink, false);
                throw new Refusal(FAILURE);
            }
            default -> say(rest, sink, false);
        };
    }

    private Completion say(String words, ChunkSink sink, boolean holds) {
        boolean waits = holds;
        for (String word : words.split("(?<= )")) {
            if (!word.isEmpty()) {
                sink.accept(new Chunk.Text(word));
                sink.settle();
            }
            if (waits) {
                hold();
                waits = false;
            }
        }
        Usage usage = new Usage(7, words.split(" ").length);
        sink.accept(new Chunk.Counted(usage));
        sink.settle();
        return new Completion(words, List.of(), NAME, usage, FinishReason.STOP);
    }

    private void hold() {
        try {
            released.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private static Completion call(int number, ChunkSink sink) {
        sink.accept(new Chunk.CallBegun(0, "call_1", DOUBLE.value()));
        sink.accept(new Chunk.CallArguments(0, "{\"n\":" + number + "}"));
        Usage usage = new Usage(5, 1);
        sink.accept(new Chunk.Counted(usage));
        sink.settle();
        ToolCall call = new ToolCall("call_1", DOUBLE.value(), new ToolArguments.Parsed(Map.of("n", number)));
        return new Completion("", List.of(call), NAME, usage, FinishReason.TOOL_CALLS);
    }

    private static Completion book() {
        ToolCall call = new ToolCall("call_1", AskingTool.NAME, new ToolArguments.Parsed(Map.of()));
        return new Completion("", List.of(call), NAME, new Usage(5, 1), FinishReason.TOOL_CALLS);
    }

    @Override
    public List<ToolSpec> tools() {
        Map<String, Object> schema = Map.of(
                "type", "object", "properties", Map.of("n", Map.of("type", "integer")), "required", List.of("n"));
        return List.of(new ToolSpec(DOUBLE, "Doubles a number.", schema, ToolSource.IN_PROCESS));
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        int number = Integer.parseInt(String.valueOf(arguments.get("n")));
        return number < 0
                ? new ToolOutcome.Failure(FailureKind.FAILED, "n: must not be negative")
                : new ToolOutcome.Success(Map.of("result", 2 * number));
    }
}
