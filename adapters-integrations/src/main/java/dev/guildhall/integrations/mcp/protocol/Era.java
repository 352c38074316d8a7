package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Remembers for a day that a server speaks the older era: until then it is greeted without a question. */
public final class Era {
    private final InstantSource clock;
    private volatile Optional<Instant> older = Optional.empty();

    public Era(InstantSource clock) {
        this.clock = clock;
    }

    boolean isOlder() {
        Instant since = clock.instant().minus(McpLimits.ERA_REMEMBERED);
        return older.filter(since::isBefore).isPresent();
    }

    void learnt(boolean isOlder) {
        older = isOlder ? Optional.of(clock.instant()) : Optional.empty();
    }

    /** Takes the failure of a greeting: a server that refuses it may speak the newer era by now. */
    void refused(McpFault fault) {
        FailureKind kind = fault.kind();
        boolean isAnswer = kind == FailureKind.FAILED
                || kind == FailureKind.INVALID_ARGUMENTS
                || kind == FailureKind.INVALID_RESPONSE;
        if (isAnswer) {
            older = Optional.empty();
        }
    }

    /** Greets the server in the other way the next time: some programs end at a message that they do not know. */
    public void turn() {
        learnt(!isOlder());
    }
}
