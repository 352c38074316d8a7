package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the agent is asked.
 *
 * @param userId whose conversation it is
 * @param mode which agent answers
 * @param chatId the conversation to go on with; absent begins a new one
 * @param messages the new messages, of which one at least is a user's, and each of those says something; earlier ones are
 *     known to the server
 * @param options how it answers
 * @param keep how many of the conversation's messages stay: those behind them are removed before the new ones are added, so
 *     that a question can be asked again or in other words; absent keeps all. 0 or more
 * @param parent the span of whoever asks; absent when nobody told
 */
public record AgentRequest(
        UserId userId,
        AgentMode mode,
        Optional<ChatId> chatId,
        List<NewMessage> messages,
        AgentOptions options,
        Optional<Integer> keep,
        Optional<SpanContext> parent) {
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
        if (questions.stream().anyMatch(question -> question.content().isBlank())) {
            throw Refusal.invalid("messages", "must have no empty content of the role user");
        }
    }

    /** What somebody asks who tells of no span. */
    public AgentRequest(
            UserId userId, AgentMode mode, Optional<ChatId> chatId, List<NewMessage> messages, AgentOptions options) {
        this(userId, mode, chatId, messages, options, Optional.empty(), Optional.empty());
    }

    /** One question that begins a new conversation with the agent of mode v1. */
    public static AgentRequest ask(UserId userId, String question) {
        return new AgentRequest(
                userId,
                AgentMode.V1,
                Optional.empty(),
                List.of(new NewMessage(Speaker.USER, question)),
                AgentOptions.DEFAULT);
    }

    /** What the user says in it, all messages together. */
    public String asked() {
        return messages.stream()
                .filter(message -> message.speaker() == Speaker.USER)
                .map(NewMessage::content)
                .collect(Collectors.joining("\n"));
    }

    /** The same question in a conversation that there is. */
    public AgentRequest in(ChatId chat) {
        return new AgentRequest(userId, mode, Optional.of(chat), messages, options, keep, parent);
    }

    /** The same question in other words. */
    public AgentRequest with(List<NewMessage> others) {
        return new AgentRequest(userId, mode, chatId, others, options, keep, parent);
    }

    /** The same question behind the first messages of its conversation alone. */
    public AgentRequest keeping(Optional<Integer> messagesKept) {
        return new AgentRequest(userId, mode, chatId, messages, options, messagesKept, parent);
    }

    /** The same question below that span. */
    public AgentRequest below(Optional<SpanContext> span) {
        return new AgentRequest(userId, mode, chatId, messages, options, keep, span);
    }
}
