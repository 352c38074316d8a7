package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.TokenCounts;
import dev.guildhall.core.agent.context.ToolLoopWindow;
import dev.guildhall.core.agent.context.ToolResults;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentTrace;
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
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls the model, runs the tools that it requests, and calls it again, for a bounded number of rounds. */
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
     * @param begun what the answer has before this: the calls of its first rounds with their results, and its text
     * @param firstRound the number of the next round, 1 for a new answer
     * @param tokens how many tokens a request to the model has at most, without the descriptions of tools
     * @param counts of the messages of this answer
     * @param origin the span and chat that calls of the model are part of; absent without tracing
     * @param approving how calls wait for their user
     */
    record Task(
            Caller.User caller,
            List<ChatMessage> context,
            List<ChatMessage> begun,
            int firstRound,
            long tokens,
            TokenCounts counts,
            Sampling sampling,
            ToolOffer offer,
            Optional<CallOrigin> origin,
            CallKeys keys,
            Approving approving) {
        /** The same task, whose answer has that before its next round. */
        Task after(List<ChatMessage> said) {
            return new Task(
                    caller, context, said, firstRound, tokens, counts, sampling, offer, origin, keys, approving);
        }

        /** The task of a new answer. */
        Task(
                Caller.User caller,
                List<ChatMessage> context,
                long tokens,
                TokenCounts counts,
                Sampling sampling,
                ToolOffer offer,
                Optional<CallOrigin> origin,
                CallKeys keys,
                Approving approving) {
            this(caller, context, List.of(), 1, tokens, counts, sampling, offer, origin, keys, approving);
        }
    }

    /**
     * Answers, and records the answer also when this throws. After the last round with tools the model is called once more
     * without tools. Throws {@link SuspendedException} when calls wait for their user. Refuses as {@code CompletionProblem.ProviderFailed} when its answer stays empty after the repetition.
     */
    void answer(Task task, TurnRecorder turn) {
        List<ChatMessage> context = new ArrayList<>(task.context());
        List<ChatMessage> rounds = new ArrayList<>(task.begun());
        List<FunctionSpec> functions =
                task.offer().specs().stream().map(FunctionSpec::of).toList();
        for (int round = task.firstRound(); round <= limits.loop().rounds(); round++) {
            Completion completion = callModel(task, new Question(round, context, rounds, functions), turn);
            if (completion.toolCalls().isEmpty()) {
                return;
            }
            List<ToolCall> calls = turn.withUniqueIds(completion.toolCalls());
            ToolRound.Setting setting = new ToolRound.Setting(
                    round, task.caller(), task.offer(), task.origin(), task.keys(), task.approving());
            List<ToolRound.Done> done = toolRound.begin(setting, calls, turn);
            rounds.add(new ChatMessage.Assistant(completion.content(), calls));
            done.forEach(call -> rounds.add(resultOf(call)));
            turn.notice(ResultMedia.bound(rounds).stream().toList());
        }
        callModel(task, new Question(limits.loop().rounds() + 1, context, rounds, List.of()), turn);
    }

    /** Makes calls that have waited for their user, or denies them. */
    List<ToolRound.Done> made(Task task, List<PlannedCall> calls, TurnRecorder turn) {
        return toolRound.run(
                new ToolRound.Setting(
                        task.firstRound() - 1,
                        task.caller(),
                        task.offer(),
                        task.origin(),
                        task.keys(),
                        task.approving()),
                calls,
                turn);
    }

    private ChatMessage resultOf(ToolRound.Done call) {
        ToolUse use = call.use();
        String text = ToolResults.forModel(use.outcome(), limits.results().characters());
        return ResultMedia.message(use.callId(), use.tool(), text, call.media());
    }

    private record Question(int round, List<ChatMessage> context, List<ChatMessage> rounds, List<FunctionSpec> tools) {}

    /** Repeats the call when the model returns neither text nor a call of a tool: some models sometimes do. */
    private Completion callModel(Task task, Question question, TurnRecorder turn) {
        for (int times = 0; times <= limits.loop().retries(); times++) {
            Completion completion = callTakingModel(task, question, turn);
            if (!isNothing(question, completion)) {
                return completion;
            }
        }
        throw new Refusal(new CompletionProblem.ProviderFailed(NOTHING));
    }

    /** After the last round with tools a call counts as nothing. A part that was left out is something. */
    private boolean isNothing(Question question, Completion completion) {
        boolean calls = question.round() <= limits.loop().rounds()
                && !completion.toolCalls().isEmpty();
        return !calls && completion.content().isBlank() && !completion.lacksParts();
    }

    /** Not every model takes pictures and sounds: a refused request is repeated without those of tools. */
    private Completion callTakingModel(Task task, Question question, TurnRecorder turn) {
        while (true) {
            try {
                return callModelOnce(task, question, turn);
            } catch (Refusal refused) {
                Optional<String> omitted = refused.problem() instanceof CompletionProblem.RequestRefused
                        ? ResultMedia.leaveOut(question.context()).or(() -> ResultMedia.leaveOut(question.rounds()))
                        : Optional.empty();
                turn.notice(List.of(omitted.orElseThrow(() -> refused)));
            }
        }
    }

    private Completion callModelOnce(Task task, Question question, TurnRecorder turn) {
        List<ChatMessage> messages =
                ToolLoopWindow.of(question.context(), question.rounds(), task.tokens(), task.counts());
        CompletionRequest request =
                new CompletionRequest(messages, task.sampling(), question.tools()).partOf(task.origin());
        ModelCallClock call = new ModelCallClock(turn, question.round(), PromptTrace.of(messages, question.round()));
        try {
            Completion completion = completions.stream(task.caller(), request, chunk -> received(chunk, call, turn));
            call.completed(completion);
            turn.add(completion);
            turn.notice(completion.warnings());
            return completion;
        } catch (RuntimeException failed) {
            call.failed(failed);
            throw failed;
        }
    }

    private static void received(Chunk chunk, ModelCallClock call, TurnRecorder turn) {
        call.received(chunk);
        switch (chunk) {
            case Chunk.Text(String text) -> turn.addText(text);
            case Chunk.Refused(String text) -> turn.addText(text);
            case Chunk.Reasoned(String text) -> turn.addReasoning(text);
            case Chunk.CallBegun ignored -> {}
            case Chunk.CallArguments ignored -> {}
            case Chunk.Counted ignored -> {}
            case Chunk.Original ignored -> {}
        }
    }

    /** Times one call of a model. Confined to the answering thread. */
    private static final class ModelCallClock {
        private static final String INTERRUPTED = "the answer was interrupted";

        private final TurnRecorder turn;
        private final int round;
        private final List<AgentTrace.Message> prompt;
        private final StringBuilder answer = new StringBuilder();
        private final Duration startedAfter;
        private Optional<Duration> firstToken = Optional.empty();
        private Usage counted = Usage.NONE;
        private int toolCalls;

        ModelCallClock(TurnRecorder turn, int round, List<AgentTrace.Message> prompt) {
            this.turn = turn;
            this.round = round;
            this.prompt = prompt;
            this.startedAfter = turn.elapsed();
        }

        void received(Chunk chunk) {
            switch (chunk) {
                case Chunk.Text(String text) -> wrote(text);
                case Chunk.Refused(String text) -> wrote(text);
                case Chunk.Reasoned ignored -> begun();
                case Chunk.CallBegun ignored -> {
                    begun();
                    toolCalls++;
                }
                case Chunk.CallArguments ignored -> {}
                case Chunk.Counted(Usage usage) -> counted = usage;
                case Chunk.Original ignored -> {}
            }
        }

        private void wrote(String text) {
            begun();
            answer.append(text);
        }

        private void begun() {
            if (firstToken.isEmpty()) {
                firstToken = Optional.of(turn.since(startedAfter));
            }
        }

        void completed(Completion completion) {
            add(
                    Optional.of(completion.model()),
                    completion.usage(),
                    completion.toolCalls().size(),
                    Optional.empty());
        }

        void failed(RuntimeException cause) {
            String error = cause instanceof Refusal refusal ? refusal.problem().message() : INTERRUPTED;
            add(Optional.empty(), counted, toolCalls, Optional.of(error));
        }

        private void add(Optional<String> model, Usage usage, int calls, Optional<String> error) {
            Duration duration = turn.since(startedAfter);
            String text = PromptTrace.cut(answer.toString());
            turn.add(new AgentTrace.ModelCall(
                    startedAfter, duration, round, model, firstToken, usage, calls, error, prompt, text));
        }
    }
}
