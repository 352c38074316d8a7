package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.AgentLimits;
import dev.guildhall.core.time.GroupCommit;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.agent.AnswerPiece;
import dev.guildhall.ports.agent.ConversationStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stores the new text of all answers that this node gives, that of one pause in one statement. */
final class PieceWriter {
    private static final Logger LOG = System.getLogger(PieceWriter.class.getName());

    private final ConversationStore conversations;
    private final Duration pause;
    private final OutageLog outages;
    private final GroupCommit group;
    private final Set<Source> changed = ConcurrentHashMap.newKeySet();

    /** An answer whose text grows. */
    interface Source {
        /**
         * The text that is not stored yet; empty when there is none, or when the answer is written by other means. After a
         * piece, {@link #pieceWritten} or {@link #pieceFailed} follows on the same thread.
         */
        Optional<AnswerPiece> takePiece();

        /** The write has ended; when the piece is not stored, it has no stored answer to continue. */
        void pieceWritten(boolean isStored);

        /** Whether the piece is stored is unknown; the text is taken again. */
        void pieceFailed();
    }

    PieceWriter(Ticker ticker, ConversationStore conversations, AgentLimits.Kept limits) {
        this.conversations = conversations;
        this.pause = limits.shownAfter();
        this.outages = new OutageLog(LOG, pause);
        this.group = new GroupCommit("answers-pieces", ticker, pause, new Changed());
    }

    /** The answer has new text, which is stored soon. Does not block. */
    void add(Source answer) {
        changed.add(answer);
        group.writeSoon();
    }

    private final class Changed implements GroupCommit.Changes {
        @Override
        public boolean isEmpty() {
            return changed.isEmpty();
        }

        @Override
        public void write() {
            Map<Source, AnswerPiece> pieces = new HashMap<>();
            Optional<Set<ChatId>> stored = Optional.empty();
            try {
                for (Source answer : List.copyOf(changed)) {
                    changed.remove(answer);
                    take(answer).ifPresent(piece -> pieces.put(answer, piece));
                }
                stored = store(pieces);
            } finally {
                end(pieces, stored);
            }
        }
    }

    /** An answer whose text cannot be taken does not hold up the others. */
    private static Optional<AnswerPiece> take(Source answer) {
        try {
            return answer.takePiece();
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "the text of an answer cannot be stored", bug);
            return Optional.empty();
        }
    }

    /** The conversations whose pieces are stored; empty when that failed. */
    private Optional<Set<ChatId>> store(Map<Source, AnswerPiece> pieces) {
        if (pieces.isEmpty()) {
            return Optional.of(Set.of());
        }
        try {
            Optional<Set<ChatId>> stored = Optional.of(conversations.extend(pieces.values()));
            outages.succeeded();
            return stored;
        } catch (RuntimeException outage) {
            outages.failed("the text of answers could not be stored, next try in {0}: {1}", pause, outage);
            return Optional.empty();
        }
    }

    private void end(Map<Source, AnswerPiece> pieces, Optional<Set<ChatId>> stored) {
        if (stored.isEmpty()) {
            changed.addAll(pieces.keySet());
        }
        pieces.forEach((answer, piece) -> stored.ifPresentOrElse(
                chats -> answer.pieceWritten(chats.contains(piece.chat())), answer::pieceFailed));
    }
}
