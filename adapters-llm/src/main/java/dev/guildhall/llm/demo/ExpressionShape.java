package dev.guildhall.llm.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Finds the part of a sequence of numbers and signs that is one expression. */
final class ExpressionShape {
    private ExpressionShape() {}

    /** The longest well-formed part with at least one operation; empty when there is none. */
    static List<Sign> longest(List<Sign> run) {
        List<Sign> best = List.of();
        for (int from = 0; from < run.size() && run.size() - from > best.size(); from++) {
            List<Sign> candidate = run.subList(from, endOfExpression(run, from));
            if (candidate.size() > best.size() && isWorthIt(candidate)) {
                best = candidate;
            }
        }
        return List.copyOf(best);
    }

    private static boolean isWorthIt(List<Sign> signs) {
        long numbers =
                signs.stream().filter(sign -> sign.kind() == Sign.Kind.NUMBER).count();
        return numbers >= 2 || signs.stream().anyMatch(sign -> sign.kind() == Sign.Kind.ROOT);
    }

    /** The end of the longest expression that begins at this index; the index itself when there is none. */
    private static int endOfExpression(List<Sign> run, int from) {
        Deque<Sign> brackets = new ArrayDeque<>();
        boolean wantsOperand = true;
        int end = from;
        for (int i = from; i < run.size(); i++) {
            Sign sign = run.get(i);
            if (!fits(run, i, wantsOperand, brackets.isEmpty())) {
                break;
            }
            switch (sign.kind()) {
                case OPEN, ROOT -> brackets.push(sign);
                case CLOSE -> brackets.pop();
                case NUMBER -> wantsOperand = false;
                case STRONG, WEAK -> wantsOperand = true;
                case OTHER -> throw new IllegalStateException("a run holds no words");
            }
            end = !wantsOperand && brackets.isEmpty() ? i + 1 : end;
        }
        return end;
    }

    private static boolean fits(List<Sign> run, int place, boolean wantsOperand, boolean outside) {
        Sign sign = run.get(place);
        return switch (sign.kind()) {
            case NUMBER, OPEN, ROOT -> wantsOperand;
            case CLOSE -> !wantsOperand && !outside;
            case STRONG, WEAK -> !wantsOperand || isUnaryMinus(run, place);
            case OTHER -> false;
        };
    }

    /** Whether a minus directly precedes its number; a minus before a blank marks an item of a list. */
    private static boolean isUnaryMinus(List<Sign> run, int place) {
        return run.get(place).text().equals("-")
                && place + 1 < run.size()
                && run.get(place + 1).start() == run.get(place).end()
                && run.get(place + 1).kind() != Sign.Kind.WEAK
                && run.get(place + 1).kind() != Sign.Kind.STRONG;
    }
}
