package dev.guildhall.core.config;

/** What becomes of tasks of a type that has no handler. */
public enum UnknownTaskTypes {
    /** They are refused with {@code TaskProblem.UnknownType}. */
    REFUSE,
    /** The agent carries them out, or an external worker that asks for them. */
    AGENT
}
