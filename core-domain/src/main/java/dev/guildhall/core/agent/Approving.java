package dev.guildhall.core.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.task.TaskId;
import java.util.Optional;

/**
 * How calls of an answer wait for their user, and which of them are not made.
 *
 * @param chatId the chat of the answer, or that created its task
 * @param taskId the task of the answer
 * @param asks whether calls wait; they are made otherwise
 * @param readsOnly whether calls that may change something are not made, and count as made (evaluation-5)
 */
record Approving(Optional<ChatId> chatId, Optional<TaskId> taskId, boolean asks, boolean readsOnly) {
    /** Calls that never wait for a decision. */
    static final Approving NEVER = new Approving(Optional.empty(), Optional.empty(), false, false);

    /** Calls that never wait, of which those are made that change nothing. */
    static final Approving READS_ONLY = new Approving(Optional.empty(), Optional.empty(), false, true);

    static Approving ofChat(ChatId chat, boolean asks) {
        return new Approving(Optional.of(chat), Optional.empty(), asks, false);
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
