package dev.guildhall.llm.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Finds the part of a sequence of numbers and signs that is one expression. */
final class ExpressionShape {
    private ExpressionShape() {}

    /** The longest well-formed part with at least one operation; empty when there is none. */
    static List<ArithmeticToken> longest(List<ArithmeticToken> run) {
        List<ArithmeticToken> best = List.of();
        for (int from = 0; from < run.size() && run.size() - from > best.size(); from++) {
            List<ArithmeticToken> candidate = run.subList(from, endOfExpression(run, from));
            if (candidate.size() > best.size() && isWorthIt(candidate)) {
                best = candidate;
            }
        }
        return List.copyOf(best);
    }

    private static boolean isWorthIt(List<ArithmeticToken> signs) {
        long numbers = signs.stream()
                .filter(sign -> sign.kind() == ArithmeticToken.Kind.NUMBER)
                .count();
        return numbers >= 2 || signs.stream().anyMatch(sign -> sign.kind() == ArithmeticToken.Kind.ROOT);
    }

    /** The end of the longest expression that begins at this index; the index itself when there is none. */
    private static int endOfExpression(List<ArithmeticToken> run, int from) {
        Deque<ArithmeticToken> brackets = new ArrayDeque<>();
        boolean wantsOperand = true;
        int end = from;
        for (int i = from; i < run.size(); i++) {
            ArithmeticToken sign = run.get(i);
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

    private static boolean fits(List<ArithmeticToken> run, int place, boolean wantsOperand, boolean outside) {
        ArithmeticToken sign = run.get(place);
        return switch (sign.kind()) {
            case NUMBER, OPEN, ROOT -> wantsOperand;
            case CLOSE -> !wantsOperand && !outside;
            case STRONG, WEAK -> !wantsOperand || isUnaryMinus(run, place);
            case OTHER -> false;
        };
    }

    /** Whether a minus directly precedes its number; a minus before a blank marks an item of a list. */
    private static boolean isUnaryMinus(List<ArithmeticToken> run, int place) {
        return run.get(place).text().equals("-")
                && place + 1 < run.size()
                && run.get(place + 1).start() == run.get(place).end()
                && run.get(place + 1).kind() != ArithmeticToken.Kind.WEAK
                && run.get(place + 1).kind() != ArithmeticToken.Kind.STRONG;
    }
}
