package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.AgentLimits;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stores the words and tool calls of an answer while the agent gives it, so that they outlive the node. A thread of its own
 * writes a moment after each change, with all changes of that moment together; the moment is longer for words, which change
 * all the time, than for calls. The answering thread waits only at the end, for a write that is under way; a short answer is
 * written once. A write that fails is logged. Thread-safe.
 */
final class AnswerDraft implements AutoCloseable {
    /** The outcome of a call that runs, or whose node was lost. */
    static final ToolOutcome UNKNOWN = new ToolOutcome.Failure(
            FailureKind.OUTCOME_UNKNOWN,
            "the call has not ended, or was interrupted; whether it had an effect is not known");

    private static final Logger LOG = System.getLogger(AnswerDraft.class.getName());

    interface Message {
        /** Writes it, in the place of what was written before. Blocks. */
        void write(String said, List<ToolUse> uses);
    }

    private final Ticker ticker;
    private final Duration pause;
    private final Duration wordsPause;
    private final Message message;

    private final Map<String, ToolUse> uses = new LinkedHashMap<>();
    private final StringBuilder words = new StringBuilder();
    private boolean dirty;
    private boolean closed;
    private Optional<Thread> writer = Optional.empty();
    private Optional<Thread> wordsTimer = Optional.empty();

    /** The lock of the writing thread, taken before the monitor; only {@link #close} waits for it. */
    private final ReentrantLock writing = new ReentrantLock();

    AnswerDraft(Ticker ticker, AgentLimits.Kept limits, Message message) {
        this.ticker = ticker;
        this.pause = limits.draftAfter();
        this.wordsPause = limits.wordsAfter();
        this.message = message;
    }

    synchronized void said(String more) {
        words.append(more);
        if (!closed && wordsTimer.isEmpty()) {
            wordsTimer = Optional.of(Thread.ofVirtual().start(this::awaitWords));
        }
    }

    private void awaitWords() {
        try {
            ticker.pause(wordsPause);
            change(() -> wordsTimer = Optional.empty());
        } catch (InterruptedException answered) {
            Thread.currentThread().interrupt();
        }
    }

    /** Calls begin; their outcomes are {@link #UNKNOWN}. */
    void begun(List<ToolUse> calls) {
        change(() -> calls.forEach(call -> uses.put(call.callId(), call)));
    }

    /** A call has ended, on any thread; ignored when {@link #settled} had its result before. */
    void ended(ToolUse use) {
        change(() -> uses.computeIfPresent(
                use.callId(), (id, known) -> known.outcome().equals(UNKNOWN) ? use : known));
    }

    void settled(List<ToolUse> results) {
        change(() -> results.forEach(use -> uses.put(use.callId(), use)));
    }

    private synchronized void change(Runnable change) {
        if (closed) {
            return;
        }
        change.run();
        dirty = true;
        if (writer.isEmpty()) {
            writer = Optional.of(Thread.ofVirtual().start(this::writeBehind));
        }
        notifyAll();
    }

    private void writeBehind() {
        try {
            while (hasChanged()) {
                ticker.pause(pause);
                write();
            }
        } catch (InterruptedException answered) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a change; false when the draft was closed. */
    private synchronized boolean hasChanged() throws InterruptedException {
        while (!dirty && !closed) {
            wait();
        }
        return !closed;
    }

    private void write() {
        writing.lock();
        try {
            nextWrite().ifPresent(Runnable::run);
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, "the draft of an answer could not be stored", failed);
        } finally {
            writing.unlock();
        }
    }

    private synchronized Optional<Runnable> nextWrite() {
        dirty = false;
        String said = TurnRecorder.content(words);
        List<ToolUse> now = List.copyOf(uses.values());
        boolean isEmpty = said.isEmpty() && now.isEmpty();
        return closed || isEmpty ? Optional.empty() : Optional.of(() -> message.write(said, now));
    }

    /** Ends the draft: it is not written any more. Waits for a write that is under way. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
            wordsTimer.ifPresent(Thread::interrupt);
        }
        writing.lock();
        try {
            // The writer waits, or finds the draft closed: the interrupt never breaks a connection to the store.
            writer.ifPresent(Thread::interrupt);
        } finally {
            writing.unlock();
        }
    }
}
