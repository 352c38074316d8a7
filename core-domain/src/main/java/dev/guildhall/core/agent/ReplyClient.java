package dev.guildhall.core.agent;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The client, and whether it has disconnected. If its user sees the events, it receives those after the first one when
 * the draft of the answer that contains them is stored.
 */
final class ReplyClient implements Consumer<AgentEvent>, AutoCloseable {
    private final AgentListener listener;
    private final Optional<EventOutbox> outbox;
    private final boolean callersRun;
    private final ReentrantLock accepting = new ReentrantLock();
    private boolean closed;
    private volatile boolean disconnected;

    ReplyClient(Threads threads, AgentListener listener, ReplyDraft draft, int unsentEvents) {
        this.listener = listener;
        this.outbox = draft.isShown()
                ? Optional.of(new EventOutbox(threads, draft, unsentEvents, this::send))
                : Optional.empty();
        this.callersRun = threads.callersRun();
    }

    /** Whether the client's user can answer questions while the answer runs; false as soon as the client has left. */
    boolean canAnswer() {
        return !callersRun && listener.canAnswer();
    }

    /** The answering thread, and the threads of tool calls that ask something, send one at a time. */
    @Override
    public void accept(AgentEvent event) {
        try {
            if (!accepting.tryLock()) {
                accepting.lockInterruptibly();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
        try {
            if (closed) {
                throw new Refusal(new CommonProblem.Cancelled());
            }
            outbox.filter(any -> !(event instanceof AgentEvent.Started))
                    .ifPresentOrElse(delayed -> delayed.add(event), () -> send(event));
        } finally {
            accepting.unlock();
        }
    }

    /** Waits until all events are sent; throws when the client has disconnected. */
    void complete() {
        close();
        outbox.ifPresent(EventOutbox::requireClient);
    }

    @Override
    public void close() {
        outbox.ifPresentOrElse(EventOutbox::end, this::endSending);
    }

    /** What a call asks after the end of the answer is not sent. */
    private void endSending() {
        accepting.lock();
        try {
            closed = true;
        } finally {
            accepting.unlock();
        }
    }

    private void send(AgentEvent event) {
        boolean accepted = false;
        try {
            listener.accept(event);
            accepted = true;
        } finally {
            disconnected = !accepted;
        }
    }

    void endEarly(List<String> notices, ReplyDetails details) {
        listener.endsEarly(notices, details);
    }

    /** Whether another part of the program, which stores the events itself, continues the answer after a wait. */
    boolean isReply() {
        return listener.isReply();
    }

    boolean isGivenUp() {
        return listener.isGivenUp();
    }

    AgentTrace.Outcome outcomeOf(RuntimeException failed) {
        boolean cancelled = disconnected
                || Thread.currentThread().isInterrupted()
                || (failed instanceof Refusal refusal && refusal.problem() instanceof CommonProblem.Cancelled);
        return cancelled ? AgentTrace.Outcome.CANCELLED : AgentTrace.Outcome.FAILED;
    }

    IncompleteReason endingOf(AgentTrace.Outcome outcome) {
        if (listener.isStopped()) {
            return IncompleteReason.STOPPED;
        }
        return outcome == AgentTrace.Outcome.CANCELLED ? IncompleteReason.INTERRUPTED : IncompleteReason.FAILED;
    }
}
