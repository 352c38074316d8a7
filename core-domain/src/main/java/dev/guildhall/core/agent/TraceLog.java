package dev.guildhall.core.agent;

import dev.guildhall.ports.agent.AgentTrace;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What was done on the way to one answer, and when. Confined to the answering thread, but for telling the time. */
final class TraceLog {
    private final InstantSource clock;
    private final Instant startedAt;
    private final List<AgentTrace.Step> steps = new ArrayList<>();

    TraceLog(InstantSource clock) {
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    /** How far the answer has come. */
    Duration elapsed() {
        Duration elapsed = Duration.between(startedAt, clock.instant());
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }

    /** How long ago it had come so far. */
    Duration since(Duration before) {
        Duration passed = elapsed().minus(before);
        return passed.isNegative() ? Duration.ZERO : passed;
    }

    void add(AgentTrace.Step step) {
        steps.add(step);
    }

    /** All of it, up to now. */
    AgentTrace ended(AgentTrace.Outcome outcome) {
        List<AgentTrace.Step> inOrder = steps.stream()
                .sorted(Comparator.comparing(AgentTrace.Step::startedAfter))
                .toList();
        return new AgentTrace(startedAt, elapsed(), outcome, inOrder);
    }
}
