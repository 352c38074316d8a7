package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.JsonData;
import java.util.Map;

/** An event of an answer of the agent; the HTTP adapter writes it in one of two formats. */
public sealed interface AgentEvent {
    /**
     * The question is stored and the agent begins; always the first event.
     *
     * @param chatId the conversation, a new one when the request named none
     */
    record Started(ChatId chatId) implements AgentEvent {}

    /**
     * A piece of the answer's text.
     *
     * @param text one character or more
     */
    record Token(String text) implements AgentEvent {}

    /**
     * A piece of what the model writes before its answer, apart from the text.
     *
     * @param text one character or more
     */
    record Reasoned(String text) implements AgentEvent {}

    /**
     * The agent calls a tool.
     *
     * @param callId the same as in the {@link ToolFinished} of the call
     * @param tool the name that the model called
     * @param parameters the parameters of the call
     */
    record ToolStarted(String callId, String tool, Map<String, Object> parameters) implements AgentEvent {
        public ToolStarted {
            parameters = JsonData.copy(parameters);
        }
    }

    /**
     * A call has ended; these events come in the order of the calls.
     *
     * @param use the call with its result
     */
    record ToolFinished(ToolUse use) implements AgentEvent {}

    /**
     * A call waits for the user, who answers with {@link Agents#answer}. Sent only to a listener that
     * {@linkplain AgentListener#canAnswer() can answer}.
     *
     * @param question what is asked
     */
    record QuestionAsked(ToolQuestion question) implements AgentEvent {}

    /**
     * A question waits no more. It is not sent when the whole answer ends.
     *
     * @param id the question
     * @param action the user's decision; {@code CANCEL} also when the time was over
     */
    record QuestionEnded(QuestionId id, QuestionAnswer.Action action) implements AgentEvent {}

    /**
     * A call waits for its user, who decides with {@code Approvals.decide}. The answer does not run until then.
     *
     * @param approval the call
     */
    record ApprovalAsked(Approval approval) implements AgentEvent {}
}
