package dev.guildhall.core.agent;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ReplyPiece;
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
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stores the words and tool calls of an answer while the agent gives it, so that they outlive the node. A thread of its own
 * writes a moment after each change, with all changes of that moment together; the moment is longer for words, which change
 * all the time, than for calls. Words that clients receive after they are stored are written at once when they are the
 * first ones, and then with those of other answers, without the words before them. The answering thread waits only at the
 * end, for a write that is under way. A write that fails is logged and repeated.
 */
final class ReplyDraft implements AutoCloseable {
    /** The outcome of a call that runs, or whose node was lost. */
    static final ToolOutcome UNKNOWN = new ToolOutcome.Failure(
            FailureKind.OUTCOME_UNKNOWN,
            "the call has not ended, or was interrupted; whether it had an effect is not known");

    private static final Logger LOG = System.getLogger(ReplyDraft.class.getName());

    private final Ticker ticker;
    private final Threads threads;
    private final Duration pause;
    private final Duration wordsPause;
    private final ReplyDrafts drafts;
    private final ChatArchive.StoredQuestion asked;
    private final boolean isShown;

    private final Map<String, ToolUse> uses = new LinkedHashMap<>();
    private final StringBuilder words = new StringBuilder();
    private List<String> notices = List.of();
    private ReplyDetails details = ReplyDetails.NONE;
    private long changes;
    private long storedChanges;
    /** How many of the words are stored; empty while the message is not, or has to be written as a whole. */
    private OptionalInt storedWords = OptionalInt.empty();

    /** How far the piece reaches that is being stored. */
    private Extent taken = new Extent(0, 0);

    private boolean dirty;
    private boolean urgent;
    private boolean closed;
    private boolean ended;
    private Optional<Thread> writer = Optional.empty();
    private Optional<Thread> wordsTimer = Optional.empty();

    /** The lock of the writing thread, taken before the monitor; only {@link #close} waits for it. */
    private final ReentrantLock writing = new ReentrantLock();

    ReplyDraft(
            Ticker ticker,
            Threads threads,
            AgentLimits.Storage limits,
            ReplyDrafts drafts,
            ChatArchive.StoredQuestion asked,
            boolean isShown) {
        this.ticker = ticker;
        this.threads = threads;
        this.pause = limits.draftAfter();
        this.wordsPause = limits.wordsAfter();
        this.drafts = drafts;
        this.asked = asked;
        this.isShown = isShown;
    }

    /** How many characters of the words, and how many changes, something contains. */
    private record Extent(int words, long changes) {}

    /** Whether clients receive events after they are stored. */
    boolean isShown() {
        return isShown;
    }

    synchronized void append(String more) {
        words.append(more);
        changes++;
        if (closed) {
            return;
        }
        if (isShown) {
            writeWords();
        } else if (wordsTimer.isEmpty() && !threads.callersRun()) {
            wordsTimer = Optional.of(Thread.ofVirtual().start(this::awaitWords));
        }
    }

    /** Sets what is stored with the words: what the model does not receive, and how the answer came about so far. */
    synchronized void describe(List<String> allNotices, ReplyDetails soFar) {
        notices = allNotices;
        details = soFar;
    }

    private void writeWords() {
        if (storedWords.isPresent()) {
            drafts.extendSoon(this);
        } else {
            urgent = true;
            writeSoon();
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

    /** None of these calls begins. */
    void withdrawn(List<ToolUse> calls) {
        change(() -> calls.forEach(call -> uses.remove(call.callId())));
    }

    private synchronized void change(Runnable change) {
        if (!closed) {
            change.run();
            changes++;
            writeSoon();
        }
    }

    private void writeSoon() {
        dirty = true;
        if (threads.callersRun()) {
            write();
        } else if (writer.isEmpty()) {
            writer = Optional.of(Thread.ofVirtual().start(this::writeBehind));
        }
        notifyAll();
    }

    private void writeBehind() {
        try {
            while (hasChanged()) {
                if (!isUrgent()) {
                    ticker.pause(pause);
                }
                if (!write()) {
                    ticker.pause(wordsPause);
                }
            }
        } catch (InterruptedException answered) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean hasChanged() throws InterruptedException {
        while (!dirty && !closed) {
            wait();
        }
        return !closed;
    }

    private synchronized boolean isUrgent() {
        return urgent;
    }

    /** Returns false when the write has failed and has to be repeated. */
    private boolean write() {
        writing.lock();
        try {
            nextWrite().ifPresent(Runnable::run);
            return true;
        } catch (RuntimeException | Error failed) {
            LOG.log(Level.WARNING, "the draft of an answer could not be stored", failed);
            repeat();
            return false;
        } finally {
            writing.unlock();
            continueWithPieces();
        }
    }

    /** No piece is taken while the message is being written: its words may have grown in the meantime. */
    private synchronized void continueWithPieces() {
        if (isShown && !closed && storedWords.isPresent() && words.length() > storedWords.getAsInt()) {
            drafts.extendSoon(this);
        }
    }

    private synchronized Optional<Runnable> nextWrite() {
        dirty = false;
        urgent = false;
        Extent all = extent();
        String said = TurnRecorder.content(words.substring(0, all.words()));
        List<ToolUse> now = List.copyOf(uses.values());
        if (closed) {
            return Optional.empty();
        }
        if (said.isEmpty() && now.isEmpty() && storedWords.isEmpty()) {
            stored(all.changes());
            return Optional.empty();
        }
        ReplyDrafts.Draft draft = new ReplyDrafts.Draft(said, now, notices, details);
        Extent written = said.isEmpty() ? new Extent(0, all.changes()) : all;
        return Optional.of(() -> written(written, drafts.write(asked, draft)));
    }

    /** All words and changes, without the half of a character whose other half is still to come. */
    private Extent extent() {
        int length = words.length();
        boolean isHalf = length > 0 && Character.isHighSurrogate(words.charAt(length - 1));
        return isHalf ? new Extent(length - 1, changes - 1) : new Extent(length, changes);
    }

    private synchronized void written(Extent extent, boolean isStored) {
        storedWords = OptionalInt.of(extent.words());
        stored(isStored ? extent.changes() : Long.MAX_VALUE);
    }

    private synchronized void repeat() {
        dirty = true;
    }

    private void stored(long change) {
        storedChanges = Math.max(storedChanges, change);
        notifyAll();
    }

    /**
     * The text that is not stored yet; empty when there is none, and while the whole message is written, or has to be.
     * After a piece, {@link #pieceWritten} or {@link #pieceFailed} follows on the same thread.
     */
    Optional<ReplyPiece> takePiece() {
        if (!writing.tryLock()) {
            return Optional.empty();
        }
        Optional<ReplyPiece> piece = Optional.empty();
        try {
            piece = nextPiece();
        } finally {
            if (piece.isEmpty()) {
                writing.unlock();
            }
        }
        return piece;
    }

    private synchronized Optional<ReplyPiece> nextPiece() {
        if (closed || dirty || storedWords.isEmpty()) {
            return Optional.empty();
        }
        taken = extent();
        int from = storedWords.getAsInt();
        String more = Text.repaired(words.substring(from, taken.words()));
        if (more.isEmpty() || (from == 0 && more.isBlank())) {
            stored(taken.changes());
            return Optional.empty();
        }
        return Optional.of(new ReplyPiece(asked.id(), asked.turn(), from, more));
    }

    /** A message that takes no piece may have no place in its chat any more: the next write of the message finds out. */
    void pieceWritten(boolean isStored) {
        synchronized (this) {
            storedWords = isStored ? OptionalInt.of(taken.words()) : OptionalInt.empty();
            if (isStored) {
                stored(taken.changes());
            } else {
                writeSoon();
            }
        }
        writing.unlock();
    }

    /** Whether the piece is stored is unknown; the text is taken again. */
    void pieceFailed() {
        writing.unlock();
    }

    synchronized long changes() {
        return changes;
    }

    /** Waits until a change is stored; false when the draft has ended without it. */
    synchronized boolean awaitStored(long change) throws InterruptedException {
        while (storedChanges < change && !ended) {
            wait();
        }
        return storedChanges >= change;
    }

    /** The whole answer is stored, or has no place to be stored in. */
    synchronized void markStored() {
        stored(Long.MAX_VALUE);
    }

    /** Nothing more of the answer is stored. */
    synchronized void end() {
        ended = true;
        notifyAll();
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
