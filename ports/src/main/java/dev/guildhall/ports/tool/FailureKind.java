package dev.guildhall.ports.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kind of failure of a tool. */
public enum FailureKind {
    /** There is no such tool for this caller. */
    UNKNOWN_TOOL,
    /** The caller has disabled the tool. */
    DISABLED,
    /** The call waits for its user, or the user or the user's policy denies it (approvals-2). */
    NOT_APPROVED,
    /** The arguments do not match the tool's parameters. */
    INVALID_ARGUMENTS,
    /** The tool ran and failed; the same call would fail again. */
    FAILED,
    /** The tool took too long; the same call may succeed later. */
    TIMED_OUT,
    /** The caller cancelled the call, or disconnected. */
    CANCELLED,
    /** The outside system refuses the credential. */
    UNAUTHORIZED,
    /** The outside system wants scopes that the connection does not have. */
    INSUFFICIENT_SCOPES,
    /** The outside system limits the rate of calls; the same call may succeed later. */
    RATE_LIMITED,
    /** The outside system cannot be reached; the same call may succeed later. */
    UNREACHABLE,
    /** The outside system failed; the same call may succeed later. */
    UPSTREAM_FAILED,
    /** Tools must not reach this address. */
    BLOCKED,
    /** The response is larger than the limit. */
    TOO_LARGE,
    /** The response is malformed. */
    INVALID_RESPONSE,
    /** The node that ran it failed; whether the call took effect is unknown. */
    OUTCOME_UNKNOWN;

    /** The name of {@link #OUTCOME_UNKNOWN} in the data of earlier versions. */
    private static final String FORMER = "interrupted";

    /** Whether the same call may succeed later. */
    public boolean isRetryable() {
        return switch (this) {
            case TIMED_OUT, RATE_LIMITED, UNREACHABLE, UPSTREAM_FAILED -> true;
            case UNKNOWN_TOOL,
                    DISABLED,
                    NOT_APPROVED,
                    INVALID_ARGUMENTS,
                    FAILED,
                    CANCELLED,
                    UNAUTHORIZED,
                    INSUFFICIENT_SCOPES,
                    BLOCKED,
                    TOO_LARGE,
                    INVALID_RESPONSE,
                    OUTCOME_UNKNOWN -> false;
        };
    }

    /** The name in JSON, for example {@code timed_out}. */
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
