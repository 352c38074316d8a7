package dev.guildhall.ports.problem;

import java.util.List;

/** The one exception that carries a {@link Problem}; its message begins with the name of the problem. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public Refusal(Problem problem) {
        super(problem.getClass().getSimpleName() + ": " + problem.message());
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
