package dev.guildhall.ports.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What sort of failure a tool met. */
public enum FailureKind {
    /** There is no such tool for this caller. */
    UNKNOWN_TOOL,
    /** The caller has disabled the tool. */
    DISABLED,
    /** The arguments do not fit the tool's parameters. */
    INVALID_ARGUMENTS,
    /** The tool ran and failed; the same call would fail again. */
    FAILED,
    /** The tool took too long; the same call may go through later. */
    TIMED_OUT,
    /** Nobody waits for the answer any more. */
    CANCELLED,
    /** The outside system does not accept the credential. */
    UNAUTHORIZED,
    /** The outside system is asked too often; the same call may go through later. */
    RATE_LIMITED,
    /** The outside system cannot be reached; the same call may go through later. */
    UNREACHABLE,
    /** The outside system failed; the same call may go through later. */
    UPSTREAM_FAILED,
    /** The address is one that tools must not reach. */
    BLOCKED,
    /** The answer is larger than may be. */
    TOO_LARGE,
    /** The answer is not what it should be. */
    INVALID_RESPONSE,
    /** The node that ran it died; whether it took effect is not known. */
    OUTCOME_UNKNOWN;

    /** What {@link #OUTCOME_UNKNOWN} was called in what earlier versions have stored. */
    private static final String FORMER = "interrupted";

    /** Whether the same call may go through later. */
    public boolean isRetryable() {
        return switch (this) {
            case TIMED_OUT, RATE_LIMITED, UNREACHABLE, UPSTREAM_FAILED -> true;
            case UNKNOWN_TOOL,
                    DISABLED,
                    INVALID_ARGUMENTS,
                    FAILED,
                    CANCELLED,
                    UNAUTHORIZED,
                    BLOCKED,
                    TOO_LARGE,
                    INVALID_RESPONSE,
                    OUTCOME_UNKNOWN -> false;
        };
    }

    /** The name on the wire, for example {@code timed_out}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of that name; empty when there is none. */
    public static Optional<FailureKind> fromWire(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.wireName().equals(name) || (kind == OUTCOME_UNKNOWN && name.equals(FORMER)))
                .findFirst();
    }
}
