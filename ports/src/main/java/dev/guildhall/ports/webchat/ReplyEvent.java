package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import java.util.Map;

/** An event of a reply (chat-7). */
public sealed interface ReplyEvent {
    /**
     * A piece of the reply's text.
     *
     * @param text one character or more
     */
    record Token(String text) implements ReplyEvent {}

    /**
     * A piece of what the model writes before its answer, apart from the text.
     *
     * @param text one character or more
     */
    record Reasoned(String text) implements ReplyEvent {}

    /**
     * The agent calls a tool.
     *
     * @param callId the same as in the {@link ToolFinished} of the call
     * @param tool the name that the model called
     * @param parameters the parameters of the call
     */
    record ToolStarted(String callId, String tool, Map<String, Object> parameters) implements ReplyEvent {
        public ToolStarted {
            parameters = JsonData.copy(parameters);
        }
    }

    /**
     * A call has ended.
     *
     * @param use the call with its result
     */
    record ToolFinished(ToolUse use) implements ReplyEvent {}

    /**
     * A call waits for the user, who answers with {@link WebChats#answer}. A client that begins to follow the reply later
     * receives it too.
     *
     * @param question what is asked
     */
    record QuestionAsked(ToolQuestion question) implements ReplyEvent {}

    /**
     * A question waits no more.
     *
     * @param id the question
     * @param action the user's decision; {@code CANCEL} also when the time was over
     */
    record QuestionEnded(QuestionId id, QuestionAnswer.Action action) implements ReplyEvent {}

    /**
     * A call waits for its user, who decides with {@link WebChats#decide}. No node runs the reply until then.
     *
     * @param approval the call
     */
    record ApprovalAsked(Approval approval) implements ReplyEvent {}

    /**
     * What models used for the reply; comes right before {@link Done}.
     *
     * @param usage the sum over all rounds
     */
    record Used(Usage usage) implements ReplyEvent {}

    /**
     * The last event of a complete reply, and of one that the user stopped.
     *
     * @param chatId the chat
     * @param content the whole text of the reply
     * @param toolsUsed names of the tools that ran, in the order of first use, without repeats
     * @param stopped whether the user stopped the reply
     * @param notices as in the stored message
     * @param details as in the stored message
     */
    record Done(
            ChatId chatId,
            String content,
            List<String> toolsUsed,
            boolean stopped,
            List<String> notices,
            ReplyDetails details)
            implements ReplyEvent {
        /** A reply without details. */
        public Done(ChatId chatId, String content, List<String> toolsUsed, boolean stopped, List<String> notices) {
            this(chatId, content, toolsUsed, stopped, notices, ReplyDetails.NONE);
        }

        public Done {
            toolsUsed = List.copyOf(toolsUsed);
            notices = List.copyOf(notices);
        }
    }

    /**
     * The last event of a reply that failed.
     *
     * @param message why, for the user
     */
    record Failed(String message) implements ReplyEvent {
        /** The node that ran the reply has stopped. */
        public static final Failed NODE_LOST =
                new Failed("the server that gave this answer has stopped; its text so far is kept");

        /** The user asked the next question while the reply waited for an approval. */
        public static final Failed WITHDRAWN =
                new Failed("the chat went on while this answer waited for an approval; its text so far is kept");

        /** The chat was deleted while a client followed its reply. */
        public static final Failed CHAT_DELETED = new Failed("the chat was deleted");
    }

    /** Whether it is the last event of a reply. */
    default boolean isLast() {
        return this instanceof Done || this instanceof Failed;
    }
}
