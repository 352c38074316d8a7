package dev.guildhall.integrations.builtin;

import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.operators.OperatorIfc;
import com.ezylang.evalex.parser.Token;

/**
 * An operator that takes and gives numbers within {@link NumberLimits} alone. Thread-safe as far as the operator is.
 *
 * @param operator does the work
 */
record BoundedOperator(OperatorIfc operator) implements OperatorIfc {
    @Override
    public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... operands)
            throws EvaluationException {
        NumberLimits.require(token, operands);
        EvaluationValue value = operator.evaluate(expression, token, operands);
        NumberLimits.require(token, value);
        return value;
    }

    @Override
    public int getPrecedence() {
        return operator.getPrecedence();
    }

    @Override
    public int getPrecedence(ExpressionConfiguration configuration) {
        return operator.getPrecedence(configuration);
    }

    @Override
    public boolean isLeftAssociative() {
        return operator.isLeftAssociative();
    }

    @Override
    public boolean isPrefix() {
        return operator.isPrefix();
    }

    @Override
    public boolean isPostfix() {
        return operator.isPostfix();
    }

    @Override
    public boolean isInfix() {
        return operator.isInfix();
    }

    @Override
    public boolean isOperandLazy() {
        return operator.isOperandLazy();
    }
}
