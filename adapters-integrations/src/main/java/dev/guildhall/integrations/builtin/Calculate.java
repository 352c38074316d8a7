package dev.guildhall.integrations.builtin;

import dev.guildhall.integrations.compute.ThreadPoolBulkhead;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/** {@code builtin.calculate}: exact arithmetic, which models often get wrong. */
final class Calculate {
    private static final String EXPRESSION = "expression";
    private static final int AT_ONCE = 4;
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final Duration TIME = Duration.ofSeconds(1);

    private Calculate() {}

    static BuiltinTool tool() {
        Arithmetic arithmetic = new Arithmetic();
        ThreadPoolBulkhead bulkhead = new ThreadPoolBulkhead("calculation", AT_ONCE, WAIT, TIME);
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
                arguments -> result(arithmetic, bulkhead, arguments));
    }

    private static Map<String, Object> result(
            Arithmetic arithmetic, ThreadPoolBulkhead bulkhead, BuiltinArguments arguments) {
        String expression = arguments.text(EXPRESSION);
        return Parameters.inOrder(
                EXPRESSION,
                expression,
                "result",
                apart(bulkhead, arguments.countsFor(), () -> arithmetic.evaluate(expression)));
    }

    private static Number apart(ThreadPoolBulkhead bulkhead, UserId userId, Callable<Number> calculation) {
        try {
            return bulkhead.call(userId.value(), calculation);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ToolFault(FailureKind.CANCELLED, "the call was cancelled");
        } catch (RejectedExecutionException full) {
            throw new ToolFault(FailureKind.RATE_LIMITED, "too many calculations run; try again");
        } catch (TimeoutException late) {
            throw ToolFault.failed("the calculation takes too long");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ToolFault fault) {
                throw fault;
            }
            throw new IllegalStateException("a calculation failed", failed.getCause());
        }
    }
}
