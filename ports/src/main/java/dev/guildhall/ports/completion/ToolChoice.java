package dev.guildhall.ports.completion;

/** Whether a model calls functions. */
public sealed interface ToolChoice {
    /** As it sees fit. */
    record Auto() implements ToolChoice {}

    /** Not at all, though it knows them. */
    record None() implements ToolChoice {}

    /** One or more, whichever it likes. */
    record Required() implements ToolChoice {}

    /**
     * That one.
     *
     * @param function its name, one of those offered
     */
    record Named(String function) implements ToolChoice {}
}
