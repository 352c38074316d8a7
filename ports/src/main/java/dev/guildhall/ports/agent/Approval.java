package dev.guildhall.ports.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.tool.ToolEffect;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A call of a tool that waits until its user allows it (approvals-3).
 *
 * @param chatId the chat in which the agent answers, or that created the task; absent for a task that no chat created
 * @param taskId the task whose agent makes the call; absent for an answer in a chat
 * @param callId as in the events of the call; unique within its answer
 * @param tool the name of the tool
 * @param parameters what the model wants to call it with
 * @param effect what the call does
 * @param expiresAt when it counts as denied
 */
public record Approval(
        Optional<ChatId> chatId,
        Optional<TaskId> taskId,
        String callId,
        String tool,
        Map<String, Object> parameters,
        ToolEffect effect,
        Instant expiresAt) {
    /** Creates a call of an answer in a chat, or of a task. */
    public Approval {
        parameters = JsonData.copy(parameters);
        if (chatId.isEmpty() && taskId.isEmpty()) {
            throw new IllegalArgumentException("a call belongs to a chat or to a task");
        }
    }

    /** The identifier of the task, else of the chat, whose answer waits. */
    public String work() {
        return taskId.map(TaskId::value).orElseGet(() -> chatId.orElseThrow().value());
    }

    /** The identifier of the chat, else of the task, for which a decision can be remembered. */
    public String scope() {
        return chatId.map(ChatId::value).orElseGet(() -> taskId.orElseThrow().value());
    }
}
