package dev.guildhall.core.agenttask;

import java.time.Duration;

/**
 * Limits of tasks of the agent service.
 *
 * @param plan of the plans of models
 * @param resultCharacters how many characters of the results of earlier steps a step receives in total
 */
public record AgentTaskLimits(Plan plan, int resultCharacters) {

    public static final AgentTaskLimits DEFAULT = new AgentTaskLimits(Plan.DEFAULT, 24_000);

    /**
     * Limits of planning.
     *
     * @param steps how many steps a plan may have
     * @param descriptionCharacters how long the description of a step may be
     * @param tokens how long the model's answer may be
     * @param within how long the model may take for one plan
     * @param tries how often the model is asked until a plan is valid
     */
    public record Plan(int steps, int descriptionCharacters, int tokens, Duration within, int tries) {

        public static final Plan DEFAULT = new Plan(20, 2_000, 4_000, Duration.ofSeconds(60), 2);
    }
}
