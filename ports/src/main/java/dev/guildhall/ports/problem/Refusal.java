package dev.guildhall.ports.problem;

import java.util.List;

/** The one exception that carries a {@link Problem}. It has no stack trace: it is an answer, not a fault. */
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

    /** Why. */
    public Problem problem() {
        return problem;
    }
}
