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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps what an answer has said and done while it lasts, so that a node that dies leaves behind its words, what its tools
 * were asked for and what came of it. It is written behind the answer on a thread of its own, a while after each change and
 * all changes of that while together; words come all the time, so they have a longer while than calls. The answering thread
 * waits for nothing but a write that is under way at the end, and an answer that takes less than the while is not written
 * twice. What cannot be written is logged. Thread-safe.
 */
final class AnswerDraft implements Progress, AutoCloseable {
    /** The outcome of a call of which nothing is known: it runs, or nobody is left to tell. */
    static final ToolOutcome UNKNOWN = new ToolOutcome.Failure(
            FailureKind.OUTCOME_UNKNOWN,
            "the call has not ended, or was broken off; whether it had an effect is not known");

    private static final Logger LOG = System.getLogger(AnswerDraft.class.getName());

    /** Writes the message. */
    interface Message {
        /**
         * Blocks.
         *
         * @param position where it stands; absent before it was written
         * @return where it stands now; empty when there is no such chat any more
         */
        Optional<Integer> write(Optional<Integer> position, String said, List<ToolUse> uses);
    }

    private final Ticker ticker;
    private final Duration pause;
    private final Duration wordsPause;
    private final Message message;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, ToolUse> uses = new LinkedHashMap<>();
    private final StringBuilder words = new StringBuilder();
    private boolean dirty;
    private boolean closed;
    private Optional<Thread> writer = Optional.empty();
    private Optional<Thread> wordsTimer = Optional.empty();

    /** Is held by who writes: taken before the other lock, and never waited for but at the end. */
    private final ReentrantLock writing = new ReentrantLock();

    private Optional<Integer> position = Optional.empty();

    AnswerDraft(Ticker ticker, AgentLimits.Kept limits, Message message) {
        this.ticker = ticker;
        this.pause = limits.draftAfter();
        this.wordsPause = limits.wordsAfter();
        this.message = message;
    }

    @Override
    public void said(String more) {
        lock.lock();
        try {
            words.append(more);
            if (!closed && wordsTimer.isEmpty()) {
                wordsTimer = Optional.of(Thread.ofVirtual().start(this::awaitWords));
            }
        } finally {
            lock.unlock();
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

    @Override
    public void begun(List<ToolUse> calls) {
        change(() -> calls.forEach(call -> uses.put(call.callId(), call)));
    }

    @Override
    public void ended(ToolUse use) {
        change(() -> uses.computeIfPresent(
                use.callId(), (id, known) -> known.outcome().equals(UNKNOWN) ? use : known));
    }

    @Override
    public void settled(List<ToolUse> results) {
        change(() -> results.forEach(use -> uses.put(use.callId(), use)));
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            change.run();
            dirty = true;
            if (writer.isEmpty()) {
                writer = Optional.of(Thread.ofVirtual().start(this::writeBehind));
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
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

    /** Waits for a change; false when none comes any more. */
    private boolean hasChanged() throws InterruptedException {
        lock.lock();
        try {
            while (!dirty && !closed) {
                changed.await();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private void write() {
        writing.lock();
        try {
            Optional<Runnable> write = nextWrite();
            write.ifPresent(Runnable::run);
        } catch (RuntimeException unkept) {
            LOG.log(Level.WARNING, "what an answer has done until now could not be kept", unkept);
        } finally {
            writing.unlock();
        }
    }

    private Optional<Runnable> nextWrite() {
        lock.lock();
        try {
            dirty = false;
            String said = AgentTurn.content(words);
            List<ToolUse> now = List.copyOf(uses.values());
            boolean isEmpty = said.isEmpty() && now.isEmpty();
            return closed || isEmpty
                    ? Optional.empty()
                    : Optional.of(() -> position = message.write(position, said, now));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the draft: nothing of it is written from now on.
     *
     * @return where it stands among the messages of the chat; empty when nothing was written
     */
    Optional<Integer> end() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
            wordsTimer.ifPresent(Thread::interrupt);
        } finally {
            lock.unlock();
        }
        writing.lock();
        try {
            // It waits, or finds the draft closed: an interrupt does not meet it in the store.
            writer.ifPresent(Thread::interrupt);
            return position;
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void close() {
        end();
    }
}
