package dev.guildhall.ports.completion;

/** Whether a model calls functions. */
public sealed interface ToolChoice {
    /** The model decides. */
    record Auto() implements ToolChoice {}

    /** The model does not call functions, although it knows them. */
    record None() implements ToolChoice {}

    /** The model calls one or more functions of its choice. */
    record Required() implements ToolChoice {}

    /**
     * The model calls the named function.
     *
     * @param function its name, one of those offered
     */
    record Named(String function) implements ToolChoice {}
}
