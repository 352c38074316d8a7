package dev.guildhall.ports.agenttask;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import java.util.List;
import java.util.Optional;

/**
 * A task for the agent service (spec/2).
 *
 * @param userId whose it will be
 * @param title 1 to {@value #MAX_TITLE} characters
 * @param description what is to be done; may be empty
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
     * @param title names it within its task
     * @param description what is to be done; may be empty
     * @param dependencies titles of the steps that have to complete before
     */
    public record Step(String title, String description, List<String> dependencies) {
        public Step {
            dependencies = List.copyOf(dependencies);
        }
    }
}
