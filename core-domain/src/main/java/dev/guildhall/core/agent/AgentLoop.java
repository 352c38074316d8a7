package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.AgentLimits;
import dev.guildhall.core.agent.context.LoopWindow;
import dev.guildhall.core.agent.context.ToolResults;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Asks the model, runs the tools that it wants, and asks again, for a bounded number of rounds. Thread-safe. */
public final class AgentLoop {
    private static final String NOTHING = "the model answered nothing: no text and no call of a tool";

    private final Completions completions;
    private final ToolRound toolRound;
    private final AgentLimits limits;

    public AgentLoop(Completions completions, ToolRound toolRound, AgentLimits limits) {
        this.completions = completions;
        this.toolRound = toolRound;
        this.limits = limits;
    }

    /**
     * One answer's task.
     *
     * @param caller on whose behalf
     * @param context the conversation so far, the question last
     * @param tokens how many tokens a model is sent at once, descriptions of tools aside
     * @param sampling which model, and how
     * @param offer what may be called
     * @param origin what calls of the model are told to be part of; absent when nobody is told
     * @param keys the idempotency keys of its calls
     */
    record Task(
            Caller.User caller,
            List<ChatMessage> context,
            long tokens,
            Sampling sampling,
            ToolOffer offer,
            Optional<CallOrigin> origin,
            CallKeys keys) {}

    /**
     * Fills the turn. After the last round with tools the model is asked once more without any.
     *
     * @throws Refusal also with {@code CompletionProblem.ProviderFailed} when the model answers nothing, asked again too
     * @param turn holds what was said and done also when this throws
     */
    void answer(Task task, AgentTurn turn, Consumer<AgentEvent> sink) {
        List<ChatMessage> rounds = new ArrayList<>();
        List<FunctionSpec> functions =
                task.offer().specs().stream().map(FunctionSpec::of).toList();
        for (int round = 1; round <= limits.loop().rounds(); round++) {
            Completion completion = ask(task, new Question(round, rounds, functions), turn, sink);
            if (completion.toolCalls().isEmpty()) {
                return;
            }
            List<ToolCall> calls = turn.withUniqueIds(completion.toolCalls());
            ToolRound.Setting setting = new ToolRound.Setting(round, task.caller(), task.offer(), task.keys());
            List<ToolUse> uses = toolRound.run(setting, calls, turn, sink);
            rounds.add(new ChatMessage.Assistant(completion.content(), calls));
            uses.forEach(use -> rounds.add(new ChatMessage.ToolResult(
                    use.callId(),
                    use.tool(),
                    ToolResults.forModel(use.outcome(), limits.results().characters()))));
        }
        ask(task, new Question(limits.loop().rounds() + 1, rounds, List.of()), turn, sink);
    }

    /** What the model is asked in one round, with all that came of those before it. */
    private record Question(int round, List<ChatMessage> rounds, List<FunctionSpec> tools) {}

    /** Asks again where a model answers nothing: some do now and then, and no user can do anything with it. */
    private Completion ask(Task task, Question question, AgentTurn turn, Consumer<AgentEvent> sink) {
        for (int times = 0; times <= limits.loop().askedAgain(); times++) {
            Completion completion = askOnce(task, question, turn, sink);
            if (!isNothing(question, completion)) {
                return completion;
            }
        }
        throw new Refusal(new CompletionProblem.ProviderFailed(NOTHING));
    }

    /** Calls are nothing where none is made any more. */
    private boolean isNothing(Question question, Completion completion) {
        boolean calls = question.round() <= limits.loop().rounds()
                && !completion.toolCalls().isEmpty();
        return !calls && completion.content().isBlank();
    }

    private Completion askOnce(Task task, Question question, AgentTurn turn, Consumer<AgentEvent> sink) {
        ModelCallClock call = new ModelCallClock(turn.trace(), question.round());
        try {
            Completion completion = stream(task, question, call, turn, sink);
            call.completed(completion);
            turn.add(completion.usage());
            return completion;
        } catch (RuntimeException brokenOff) {
            call.failed(brokenOff);
            throw brokenOff;
        }
    }

    private Completion stream(
            Task task, Question question, ModelCallClock call, AgentTurn turn, Consumer<AgentEvent> sink) {
        List<ChatMessage> messages = LoopWindow.of(task.context(), question.rounds(), task.tokens());
        CompletionRequest request =
                new CompletionRequest(messages, task.sampling(), question.tools()).partOf(task.origin());
        return completions.stream(task.caller(), request, chunk -> {
            call.heard(chunk);
            switch (chunk) {
                case Chunk.Text(String text) -> say(text, turn, sink);
                case Chunk.Refused(String text) -> say(text, turn, sink);
                case Chunk.CallBegun ignored -> {}
                case Chunk.CallArguments ignored -> {}
                case Chunk.Counted ignored -> {}
            }
        });
    }

    private static void say(String text, AgentTurn turn, Consumer<AgentEvent> sink) {
        turn.say(text);
        sink.accept(new AgentEvent.Token(text));
    }
}
