package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.TruncatedData;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.time.GroupCommit;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ReplyPiece;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import java.lang.System.Logger;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores the answers that this node gives as messages of their chats before they are complete. The text that is added to
 * all of them in one pause is stored in one statement.
 */
public final class ReplyDrafts {
    private static final Logger LOG = System.getLogger(ReplyDrafts.class.getName());

    private final InstantSource clock;
    private final Ticker ticker;
    private final Threads threads;
    private final ConversationStore conversations;
    private final AgentLimits limits;
    private final OutageLog outages;
    private final GroupCommit pieces;
    private final Set<ReplyDraft> extended = ConcurrentHashMap.newKeySet();

    public ReplyDrafts(
            InstantSource clock, Ticker ticker, Threads threads, ConversationStore conversations, AgentLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.threads = threads;
        this.conversations = conversations;
        this.limits = limits;
        this.outages = new OutageLog(LOG, limits.storage().shownAfter());
        this.pieces = new GroupCommit(
                "answers-pieces", threads, ticker, limits.storage().shownAfter(), extended::isEmpty, this::extend);
    }

    /**
     * The draft of an answer, which {@link ChatArchive#storeReply} replaces. Without a durable store no client waits for it
     * to be stored.
     *
     * @param isShown whether clients see the words before the answer is complete
     */
    ReplyDraft of(ChatArchive.StoredQuestion asked, boolean isShown) {
        return new ReplyDraft(ticker, threads, limits.storage(), this, asked, isShown && conversations.isDurable());
    }

    /** What is stored of an answer that is not complete. */
    record Draft(String content, List<ToolUse> uses, List<String> notices, ReplyDetails details) {}

    /**
     * Stores a draft in place of what was stored of it before. Blocks.
     *
     * @return false when it has no place in its chat any more
     */
    boolean write(ChatArchive.StoredQuestion asked, Draft draft) {
        List<ToolUse> cut = draft.uses().stream()
                .map(use -> TruncatedData.of(use, limits.results().bytes()))
                .toList();
        ChatEntry entry = new ChatEntry(Speaker.ASSISTANT, draft.content(), cut, clock.instant())
                .withNotices(draft.notices())
                .withDetails(draft.details())
                .ended(IncompleteReason.INTERRUPTED);
        return conversations.storeReply(asked.id(), asked.turn(), entry, entry.timestamp());
    }

    /** The stored draft has new text, which is stored soon. Does not block. */
    void extendSoon(ReplyDraft draft) {
        extended.add(draft);
        pieces.writeSoon();
    }

    private void extend() {
        Map<ReplyDraft, ReplyPiece> taken = new HashMap<>();
        Set<ChatId> stored = Set.of();
        boolean isKnown = false;
        try {
            for (ReplyDraft draft : List.copyOf(extended)) {
                extended.remove(draft);
                draft.takePiece().ifPresent(piece -> taken.put(draft, piece));
            }
            stored = taken.isEmpty() ? Set.of() : conversations.extend(taken.values());
            isKnown = true;
            outages.succeeded();
        } catch (RuntimeException | Error outage) {
            outages.failed(
                    "the text of answers could not be stored, next try in {0}: {1}",
                    limits.storage().shownAfter(), outage);
        } finally {
            for (Map.Entry<ReplyDraft, ReplyPiece> piece : taken.entrySet()) {
                if (isKnown) {
                    piece.getKey().pieceWritten(stored.contains(piece.getValue().chat()));
                } else {
                    extended.add(piece.getKey());
                    piece.getKey().pieceFailed();
                }
            }
        }
    }
}
