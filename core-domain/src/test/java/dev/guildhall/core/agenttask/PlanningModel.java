package dev.guildhall.core.agenttask;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A model that gives scripted answers in order. Confined to the test's thread. */
final class PlanningModel implements Completions {
    private final Deque<Function<CompletionRequest, Completion>> script = new ArrayDeque<>();
    private final List<CompletionRequest> asked = new ArrayList<>();
    private String provider = "sage";

    PlanningModel provider(String name) {
        provider = name;
        return this;
    }

    PlanningModel says(String words) {
        script.add(request -> ScriptedChatModel.says(request, words));
        return this;
    }

    PlanningModel fails(RuntimeException failure) {
        script.add(request -> {
            throw failure;
        });
        return this;
    }

    /** The next plan has these steps. */
    PlanningModel plans(Object... steps) {
        return calls(new ToolArguments.Parsed(Map.of("steps", List.of(steps))));
    }

    PlanningModel calls(ToolArguments arguments) {
        script.add(request ->
                ScriptedChatModel.calls(request, List.of(new ToolCall("call_1", PlanSchema.FUNCTION, arguments))));
        return this;
    }

    static Map<String, Object> step(String title, String... dependencies) {
        return Map.of("title", title, "description", "do " + title, "dependencies", List.of(dependencies));
    }

    List<CompletionRequest> asked() {
        return asked;
    }

    @Override
    public long countTokens(Caller caller, CompletionRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Completion complete(Caller caller, CompletionRequest request) {
        asked.add(request);
        return script.removeFirst().apply(request);
    }

    @Override
    public Completion stream(Caller caller, CompletionRequest request, ChunkSink sink) {
        throw new UnsupportedOperationException("plans are not streamed");
    }

    @Override
    public Optional<TokenAllowance> allowance(Caller caller) {
        return Optional.empty();
    }

    @Override
    public ModelCatalogue models(Caller caller) {
        return new ModelCatalogue(provider, Optional.empty(), List.of());
    }
}
