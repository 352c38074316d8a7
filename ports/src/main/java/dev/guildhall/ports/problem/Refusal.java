package dev.guildhall.ports.problem;

import java.util.List;

/** The one exception that carries a {@link Problem}. It has no stack trace, since it is a result and not a bug. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public Refusal(Problem problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    /** A refusal of one malformed value. */
    public static Refusal invalid(String field, String message) {
        return new Refusal(new CommonProblem.Invalid(List.of(new Violation(field, message))));
    }

    /** Whether the same call may succeed later without a change: something cannot be reached, or the call was cancelled. */
    public boolean isOutage() {
        return problem instanceof CommonProblem.Unavailable || problem instanceof CommonProblem.Cancelled;
    }

    /** The problem. */
    public Problem problem() {
        return problem;
    }
}
