package dev.guildhall.ports.completion;

/** Why a model stopped. */
public enum FinishReason {
    /** The answer is complete. */
    STOP,
    /** The answer reached its limit of tokens. */
    LENGTH,
    /** The model calls tools. */
    TOOL_CALLS,
    /** The provider withheld the rest of the answer. */
    CONTENT_FILTER
}
