package dev.guildhall.core.tool;

import dev.guildhall.core.time.WaitedTime;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Measures how long the caller takes to answer a server's questions, which does not count as time of the tool. */
final class MeasuredExchange implements ToolExchange {
    private final ToolExchange caller;
    private final WaitedTime answers;

    MeasuredExchange(ToolExchange caller, InstantSource clock) {
        this.caller = caller;
        this.answers = new WaitedTime(clock);
    }

    /** How long the caller has taken so far for all its answers. */
    Duration waited() {
        return answers.total();
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
        return answers.during(() -> caller.asked(method, parameters));
    }

    @Override
    public void replied(ServerReply reply) {
        caller.replied(reply);
    }
}
