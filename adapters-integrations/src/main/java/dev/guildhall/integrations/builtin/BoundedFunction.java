package dev.guildhall.integrations.builtin;

import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.FunctionIfc;
import com.ezylang.evalex.functions.FunctionParameterDefinition;
import com.ezylang.evalex.parser.Token;
import java.math.BigDecimal;
import java.util.List;

/**
 * A function that takes and gives numbers within {@link NumberLimits} alone. Thread-safe as far as the function is.
 *
 * @param function does the work
 * @param mostSecond the largest second argument; what it bounds is the number of places to round to
 */
record BoundedFunction(FunctionIfc function, BigDecimal mostSecond) implements FunctionIfc {
    private static final BigDecimal ANY = BigDecimal.TEN.pow(Arithmetic.MAX_EXPONENT);

    BoundedFunction(FunctionIfc function) {
        this(function, ANY);
    }

    @Override
    public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... arguments)
            throws EvaluationException {
        NumberLimits.require(token, arguments);
        if (arguments.length == 2 && arguments[1].getNumberValue().abs().compareTo(mostSecond) > 0) {
            throw new EvaluationException(token, "The second argument must be " + mostSecond + " at most");
        }
        EvaluationValue value = function.evaluate(expression, token, arguments);
        NumberLimits.require(token, value);
        return value;
    }

    @Override
    public List<FunctionParameterDefinition> getFunctionParameterDefinitions() {
        return function.getFunctionParameterDefinitions();
    }

    @Override
    public void validatePreEvaluation(Token token, EvaluationValue... arguments) throws EvaluationException {
        NumberLimits.require(token, arguments);
        function.validatePreEvaluation(token, arguments);
    }

    @Override
    public boolean hasVarArgs() {
        return function.hasVarArgs();
    }
}
