package dev.guildhall.core.tool;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Measures how long the caller takes to answer a server's questions, which does not count as time of the tool. */
final class MeasuredExchange implements ToolExchange {
    private final ToolExchange caller;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private int waiting;
    private Instant since = Instant.EPOCH;
    private Duration before = Duration.ZERO;

    MeasuredExchange(ToolExchange caller, InstantSource clock) {
        this.caller = caller;
        this.clock = clock;
    }

    /** How long the caller has taken so far for all its answers. */
    Duration waited() {
        lock.lock();
        try {
            return waiting == 0 ? before : before.plus(Duration.between(since, clock.instant()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Map<String, Object> parameters() {
        return caller.parameters();
    }

    @Override
    public void notified(String method, Map<String, Object> parameters) {
        caller.notified(method, parameters);
    }

    @Override
    public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
        count(1);
        try {
            return caller.asked(method, parameters);
        } finally {
            count(-1);
        }
    }

    private void count(int more) {
        lock.lock();
        try {
            before = waited();
            since = clock.instant();
            waiting += more;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void replied(ServerReply reply) {
        caller.replied(reply);
    }
}
