package dev.guildhall.integrations.builtin;

import java.util.List;
import java.util.Map;

/** {@code builtin.calculate}: exact arithmetic, which models often get wrong. */
final class Calculate {
    private static final String EXPRESSION = "expression";

    private Calculate() {}

    static BuiltinTool tool() {
        Arithmetic arithmetic = new Arithmetic();
        return BuiltinTool.of(
                "calculate",
                "Adds, subtracts, multiplies and divides numbers, and does all other math: percentages, powers, roots,"
                    + " sums, averages. For example 48 * 31, 62 plus 9, 7 times 81, 640 divided by 12, 30% of 250. Use"
                    + " it for every calculation instead of working it out yourself. Answers with the expression and"
                    + " its exact result.",
                Parameters.object(
                        List.of(EXPRESSION),
                        EXPRESSION,
                        Parameters.text(
                                "For example (2+3)*4^2. Operators + - * / ^ and % (remainder), brackets, constants PI"
                                    + " and E, functions ABS AVERAGE CEILING FLOOR LN LOG10 MAX MIN ROUND SQRT SUM SIN"
                                    + " COS TAN ASIN ACOS ATAN (angles in radians).",
                                Arithmetic.MAX_CHARACTERS)),
                arguments -> result(arithmetic, arguments.text(EXPRESSION)));
    }

    private static Map<String, Object> result(Arithmetic arithmetic, String expression) {
        return Parameters.inOrder(EXPRESSION, expression, "result", arithmetic.evaluate(expression));
    }
}
