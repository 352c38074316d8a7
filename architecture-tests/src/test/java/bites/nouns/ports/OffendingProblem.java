package bites.nouns.ports;

final class OffendingProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
