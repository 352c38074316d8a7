package dev.guildhall.ports.completion;

/** Why a model stopped. */
public enum FinishReason {
    /** It had said what it had to say. */
    STOP,
    /** It reached its limit of tokens. */
    LENGTH,
    /** It wants to call tools. */
    TOOL_CALLS,
    /** The provider withheld the rest. */
    CONTENT_FILTER
}
