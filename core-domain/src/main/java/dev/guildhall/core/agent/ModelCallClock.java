package dev.guildhall.core.agent;

import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.Optional;

/** Times one call of a model. Confined to the answering thread. */
final class ModelCallClock {
    private static final String INTERRUPTED = "the answer was interrupted";

    private final TurnRecorder turn;
    private final int round;
    private final Duration startedAfter;
    private Optional<Duration> firstToken = Optional.empty();
    private Usage counted = Usage.NONE;
    private int toolCalls;

    ModelCallClock(TurnRecorder turn, int round) {
        this.turn = turn;
        this.round = round;
        this.startedAfter = turn.elapsed();
    }

    void received(Chunk chunk) {
        switch (chunk) {
            case Chunk.Text ignored -> begun();
            case Chunk.Refused ignored -> begun();
            case Chunk.CallBegun ignored -> {
                begun();
                toolCalls++;
            }
            case Chunk.CallArguments ignored -> {}
            case Chunk.Counted(Usage usage) -> counted = usage;
        }
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
        turn.add(new AgentTrace.ModelCall(startedAfter, duration, round, model, firstToken, usage, calls, error));
    }
}
