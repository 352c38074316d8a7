package dev.guildhall.core.agenttask;

import java.time.Duration;

/**
 * Bounds of tasks of the agent service.
 *
 * @param plan of what a model plans
 * @param resultCharacters how much of what earlier steps have brought a step is shown, all of them together
 */
public record AgentTaskLimits(Plan plan, int resultCharacters) {
    /** What holds where nothing else was asked for. */
    public static final AgentTaskLimits DEFAULT = new AgentTaskLimits(Plan.DEFAULT, 24_000);

    /**
     * Bounds of planning.
     *
     * @param steps how many steps a plan may have
     * @param descriptionCharacters how long the description of one may be
     * @param tokens how long the model's answer may be
     * @param within how long the model may take for one plan
     * @param tries how often it is asked until a plan can be used
     */
    public record Plan(int steps, int descriptionCharacters, int tokens, Duration within, int tries) {
        /** What holds where nothing else was asked for. */
        public static final Plan DEFAULT = new Plan(20, 2_000, 4_000, Duration.ofSeconds(60), 2);
    }
}
