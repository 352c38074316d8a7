package dev.guildhall.core.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.task.TaskId;
import java.util.Optional;

/**
 * How calls of an answer wait for their user.
 *
 * @param chatId the chat of the answer, or that created its task
 * @param taskId the task of the answer
 * @param asks whether calls wait; they are made otherwise
 */
record Approving(Optional<ChatId> chatId, Optional<TaskId> taskId, boolean asks) {
    /** Calls that never wait for a decision. */
    static final Approving NEVER = new Approving(Optional.empty(), Optional.empty(), false);

    static Approving ofChat(ChatId chat, boolean asks) {
        return new Approving(Optional.of(chat), Optional.empty(), asks);
    }

    /** The caller of the calls: what they create waits for the user as the calls do. */
    Caller.User callerOf(Caller.User user) {
        return user.in(new Caller.Work(chatId, asks));
    }

    /** For what a decision can be remembered; absent for calls outside of chats and tasks. */
    Optional<String> scope() {
        return chatId.map(ChatId::value).or(() -> taskId.map(TaskId::value));
    }
}
