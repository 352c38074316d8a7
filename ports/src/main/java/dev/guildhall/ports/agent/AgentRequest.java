package dev.guildhall.ports.agent;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A question to the agent.
 *
 * @param userId the owner of the conversation
 * @param mode which agent answers
 * @param chatId the conversation to continue; absent begins a new one
 * @param messages the new messages; at least one is a user's, and none of the user's messages is blank; the server has
 *     the earlier ones
 * @param options options of the answer
 * @param keep how many of the conversation's messages stay, 0 or more: the server removes those after them before it
 *     adds the new ones, so that a client can ask a question again or edit it; absent keeps all
 * @param origin the span and the HTTP request of the caller; absent when unknown
 */
public record AgentRequest(
        UserId userId,
        AgentMode mode,
        Optional<ChatId> chatId,
        List<NewMessage> messages,
        AgentOptions options,
        Optional<Integer> keep,
        Optional<CallOrigin> origin) {
    public AgentRequest {
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw Refusal.invalid("messages", "must be a non-empty array of {role, content}");
        }
        if (keep.filter(kept -> kept < 0).isPresent()) {
            throw Refusal.invalid("keepMessages", "must be 0 or more");
        }
        List<NewMessage> questions = messages.stream()
                .filter(message -> message.speaker() == Speaker.USER)
                .toList();
        if (questions.isEmpty()) {
            throw Refusal.invalid("messages", "must have one of the role user");
        }
        if (questions.stream().anyMatch(question -> question.content().isBlank() && !question.hasMedia())) {
            throw Refusal.invalid("messages", "must have no empty content of the role user");
        }
    }

    /** A question without an origin. */
    public AgentRequest(
            UserId userId, AgentMode mode, Optional<ChatId> chatId, List<NewMessage> messages, AgentOptions options) {
        this(userId, mode, chatId, messages, options, Optional.empty(), Optional.empty());
    }

    /** A question that begins a new conversation with the agent of mode v1. */
    public static AgentRequest ofQuestion(UserId userId, String question) {
        return new AgentRequest(
                userId,
                AgentMode.WITH_TASKS,
                Optional.empty(),
                List.of(new NewMessage(Speaker.USER, question)),
                AgentOptions.DEFAULT);
    }

    /** The text of all the user's messages in the request. */
    public String question() {
        return messages.stream()
                .filter(message -> message.speaker() == Speaker.USER)
                .map(NewMessage::content)
                .collect(Collectors.joining("\n"));
    }

    /** The same question in an existing conversation. */
    public AgentRequest in(ChatId chat) {
        return new AgentRequest(userId, mode, Optional.of(chat), messages, options, keep, origin);
    }

    /** The same question with other messages. */
    public AgentRequest with(List<NewMessage> others) {
        return new AgentRequest(userId, mode, chatId, others, options, keep, origin);
    }

    /** The same question with other options. */
    public AgentRequest with(AgentOptions others) {
        return new AgentRequest(userId, mode, chatId, messages, others, keep, origin);
    }

    /** The same question, with {@code keep} replaced. */
    public AgentRequest keeping(Optional<Integer> messagesKept) {
        return new AgentRequest(userId, mode, chatId, messages, options, messagesKept, origin);
    }

    /** The same question, for which no memory is loaded or stored. */
    public AgentRequest withoutMemory() {
        return new AgentRequest(userId, mode, chatId, messages, options.withoutMemory(), keep, origin);
    }

    /** The same question with that origin. */
    public AgentRequest partOf(Optional<CallOrigin> whole) {
        return new AgentRequest(userId, mode, chatId, messages, options, keep, whole);
    }

    /** The span of the caller; absent when the caller named none. */
    public Optional<SpanContext> parent() {
        return origin.flatMap(CallOrigin::parent);
    }
}
