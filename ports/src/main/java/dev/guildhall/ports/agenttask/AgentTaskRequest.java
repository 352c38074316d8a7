package dev.guildhall.ports.agenttask;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/**
 * A request to create a task of the agent service (agents-23).
 *
 * @param userId its owner
 * @param title 1 to {@value #MAX_TITLE} characters
 * @param description what the agents have to do; may be empty
 * @param chatId the conversation that it belongs to; absent when it belongs to none
 * @param steps at most {@value #MOST_STEPS}; none means that the model plans them
 */
public record AgentTaskRequest(
        UserId userId, String title, String description, Optional<ChatId> chatId, List<Step> steps) {
    /** The most characters of a title. */
    public static final int MAX_TITLE = 200;

    /** The most characters of a description. */
    public static final int MAX_DESCRIPTION = 20_000;

    /** The most steps. */
    public static final int MOST_STEPS = 100;

    public AgentTaskRequest {
        steps = List.copyOf(steps);
    }

    /**
     * A step.
     *
     * @param title its title, unique within the task
     * @param description what the agent has to do; may be empty
     * @param dependencies titles of the steps that must complete before it
     */
    public record Step(String title, String description, List<String> dependencies) {
        public Step {
            dependencies = List.copyOf(dependencies);
        }
    }
}
