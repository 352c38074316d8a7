package dev.guildhall.llm.demo;

import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.util.List;

/**
 * Answers by rules, without a network: the same question gets the same answer. The model {@value #FAST} does not wait; the
 * model {@value #SLOW} sends about twenty words a second, so that a user can try to stop a stream.
 *
 * <p>A token is a word; see {@link DemoTokens}.
 */
public final class DemoChatModel implements ChatModel {
    /** The default model. */
    public static final String FAST = "demo";

    /** The model that waits between words. */
    public static final String SLOW = "demo-slow";

    static final Duration PACE = Duration.ofMillis(50);

    private final Ticker ticker;

    /**
     * A demo model.
     *
     * @param ticker waits between the words of {@value #SLOW}
     */
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
        DemoAnswer answer = DemoAnswer.to(request);
        List<String> words = DemoTokens.split(answer.content());
        List<String> said = words.subList(0, Math.min(words.size(), most(request)));
        for (String word : said) {
            pause(model, sink);
            sink.accept(new Chunk.Text(word));
        }
        stopIfInterrupted();
        call(answer.calls(), sink);
        Completion completion = completion(request, model, answer, said);
        sink.accept(new Chunk.Counted(completion.usage()));
        sink.settle();
        return completion;
    }

    private static void call(List<ToolCall> calls, ChunkSink sink) {
        for (int index = 0; index < calls.size(); index++) {
            ToolCall call = calls.get(index);
            sink.accept(new Chunk.CallBegun(index, call.id(), call.tool()));
            for (String part : DemoTokens.split(DemoJson.text(call.arguments()))) {
                sink.accept(new Chunk.CallArguments(index, part));
            }
        }
    }

    private static String modelOf(CompletionRequest request) {
        String model = request.sampling().model().orElse(FAST);
        if (!model.equals(FAST) && !model.equals(SLOW)) {
            throw new Refusal(new CompletionProblem.UnknownModel(
                    "model: the demo provider has the models " + FAST + " and " + SLOW));
        }
        return model;
    }

    private static int most(CompletionRequest request) {
        return request.sampling().maxTokens().orElse(Integer.MAX_VALUE);
    }

    private void pause(String model, ChunkSink sink) {
        stopIfInterrupted();
        if (!model.equals(SLOW)) {
            return;
        }
        sink.settle();
        try {
            ticker.pause(PACE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            stopIfInterrupted();
        }
    }

    private static void stopIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private static Completion completion(
            CompletionRequest request, String model, DemoAnswer answer, List<String> said) {
        Usage usage = new Usage(
                DemoTokens.promptTokens(request.messages()), said.size() + DemoTokens.callTokens(answer.calls()));
        FinishReason finish = said.size() < DemoTokens.count(answer.content())
                ? FinishReason.LENGTH
                : answer.calls().isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS;
        return new Completion(String.join("", said), answer.calls(), model, usage, finish);
    }
}
