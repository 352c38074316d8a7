package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.AgentLimits;
import dev.guildhall.core.agent.context.TruncatedData;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.agent.AnswerPiece;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The drafts of the answers that this node gives, as messages of their chats. */
public final class AnswerDrafts {
    private final InstantSource clock;
    private final Ticker ticker;
    private final ConversationStore conversations;
    private final AgentLimits limits;
    private final PieceWriter pieces;

    public AnswerDrafts(InstantSource clock, Ticker ticker, ConversationStore conversations, AgentLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.conversations = conversations;
        this.limits = limits;
        this.pieces = new PieceWriter(ticker, conversations, limits.kept());
    }

    /**
     * The draft of an answer, which {@link ChatArchive#keepAnswer} replaces. Without a durable store no client waits for it
     * to be stored.
     *
     * @param isShown whether clients see the words before the answer is complete
     */
    AnswerDraft of(ChatArchive.Asked asked, boolean isShown) {
        Optional<PieceWriter> shown = isShown && conversations.isDurable() ? Optional.of(pieces) : Optional.empty();
        return new AnswerDraft(ticker, limits.kept(), new DraftMessage(asked), shown);
    }

    private final class DraftMessage implements AnswerDraft.Message {
        private final ChatArchive.Asked asked;

        DraftMessage(ChatArchive.Asked asked) {
            this.asked = asked;
        }

        @Override
        public boolean write(String said, List<ToolUse> uses, List<String> notices) {
            List<ToolUse> cut = uses.stream()
                    .map(use -> TruncatedData.of(use, limits.results().bytes()))
                    .toList();
            ChatEntry entry = new ChatEntry(Speaker.ASSISTANT, said, cut, clock.instant())
                    .noticed(notices)
                    .ended(IncompleteReason.INTERRUPTED);
            return conversations.answer(asked.id(), asked.turn(), entry, entry.timestamp());
        }

        @Override
        public AnswerPiece piece(int from, String text) {
            return new AnswerPiece(asked.id(), asked.turn(), from, text);
        }
    }
}
