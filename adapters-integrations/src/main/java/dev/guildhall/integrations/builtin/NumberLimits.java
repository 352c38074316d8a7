package dev.guildhall.integrations.builtin;

import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.parser.Token;
import java.math.BigDecimal;

/** Keeps every number small enough to be handled at once. */
final class NumberLimits {
    static final String MESSAGE =
            "a number in the expression is too large or too small (10^" + Arithmetic.MAX_EXPONENT + " is the bound)";

    private NumberLimits() {}

    static boolean holds(BigDecimal number) {
        long exponent = (long) number.precision() - number.scale();
        return (number.signum() == 0 && Math.abs((long) number.scale()) <= Arithmetic.MAX_EXPONENT)
                || (Math.abs(exponent) <= Arithmetic.MAX_EXPONENT && number.scale() <= 2 * Arithmetic.PRECISION);
    }

    /** Lets only numbers within the bounds through. */
    static void require(Token token, EvaluationValue... values) throws EvaluationException {
        for (EvaluationValue value : values) {
            if (!value.isNumberValue()) {
                throw new EvaluationException(token, "The expression must consist of numbers");
            }
            if (!holds(value.getNumberValue())) {
                throw new EvaluationException(token, MESSAGE);
            }
        }
    }
}
