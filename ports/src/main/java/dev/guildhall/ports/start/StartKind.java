package dev.guildhall.ports.start;

/** What kind of work is started (schedules-1). */
public enum StartKind {
    /** A task of the queue. */
    TASK,
    /** A workflow with its steps. */
    WORKFLOW,
    /** A test run. */
    RUN,
    /** A question to the agent. */
    CHAT,
    /** A workflow of a stored definition. */
    DEFINITION,
    /** An evaluation of an assistant. */
    EVALUATION
}
