package dev.guildhall.integrations;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.Map;

/** {@code builtin.calculate}: exact arithmetic, which models are bad at. Thread-safe. */
final class Calculate implements BuiltinTool {
    private static final String EXPRESSION = "expression";
    private static final ToolSpec SPEC = new ToolSpec(
            new ToolName("builtin.calculate"),
            "Calculates an arithmetic expression exactly. Use it for every calculation instead of working it out"
                    + " yourself.",
            Parameters.oneText(
                    EXPRESSION,
                    "For example (2+3)*4^2. Operators + - * / ^ and % (remainder), brackets, constants PI and E,"
                        + " functions ABS AVERAGE CEILING FLOOR LN LOG10 MAX MIN ROUND SQRT SUM SIN COS TAN ASIN ACOS"
                        + " ATAN (angles in radians).",
                    true),
            ToolSource.BUILTIN);

    private final Arithmetic arithmetic = new Arithmetic();

    @Override
    public ToolSpec spec() {
        return SPEC;
    }

    @Override
    public ToolOutcome invoke(Map<String, Object> arguments) {
        if (!(arguments.get(EXPRESSION) instanceof String expression)) {
            return new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "expression: must be a string");
        }
        try {
            return new ToolOutcome.Success(
                    Parameters.inOrder(EXPRESSION, expression, "result", arithmetic.evaluate(expression)));
        } catch (ArithmeticFault fault) {
            return new ToolOutcome.Failure(FailureKind.FAILED, String.valueOf(fault.getMessage()));
        }
    }
}
