package dev.guildhall.ports.approval;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.Handover;
import java.time.Instant;
import java.util.Optional;

/** An answer of the agent that waits for approvals, with what a node needs to continue it. */
public sealed interface SuspendedAnswer {
    /** The identifier of the chat or of the task: it has one such answer at most. */
    String work();

    /** The owner of the chat or of the task, who decides. */
    UserId userId();

    /** When the answer goes on without decisions. */
    Instant expiresAt();

    /**
     * An answer in a chat; the message of the chat has what it has so far.
     *
     * @param chatId the chat
     * @param handover who asked, and how
     * @param keyId the API key of who asked; absent without one
     * @param isReply whether it is a reply of the chat front-end, which continues it
     * @param expiresAt when it goes on without decisions
     */
    record InChat(ChatId chatId, Handover handover, Optional<ApiKeyId> keyId, boolean isReply, Instant expiresAt)
            implements SuspendedAnswer {
        @Override
        public String work() {
            return chatId.value();
        }

        @Override
        public UserId userId() {
            return handover.caller().userId();
        }
    }

    /**
     * An answer of a task's agent.
     *
     * @param taskId the task
     * @param userId its owner
     * @param said what the agent has so far, the calls that wait included
     * @param usage what models used for it
     * @param expiresAt when it goes on without decisions
     */
    record InTask(TaskId taskId, UserId userId, ChatEntry said, Usage usage, Instant expiresAt)
            implements SuspendedAnswer {
        @Override
        public String work() {
            return taskId.value();
        }
    }
}
