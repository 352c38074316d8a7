package bites.tidy.ports.problem;

public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
