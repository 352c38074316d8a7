package dev.guildhall.integrations.builtin;

import com.ezylang.evalex.EvaluationException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.config.MapBasedOperatorDictionary;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.FunctionIfc;
import com.ezylang.evalex.functions.FunctionParameterDefinition;
import com.ezylang.evalex.functions.basic.AbsFunction;
import com.ezylang.evalex.functions.basic.AverageFunction;
import com.ezylang.evalex.functions.basic.CeilingFunction;
import com.ezylang.evalex.functions.basic.FloorFunction;
import com.ezylang.evalex.functions.basic.Log10Function;
import com.ezylang.evalex.functions.basic.LogFunction;
import com.ezylang.evalex.functions.basic.MaxFunction;
import com.ezylang.evalex.functions.basic.MinFunction;
import com.ezylang.evalex.functions.basic.RoundFunction;
import com.ezylang.evalex.functions.basic.SqrtFunction;
import com.ezylang.evalex.functions.basic.SumFunction;
import com.ezylang.evalex.functions.trigonometric.AcosRFunction;
import com.ezylang.evalex.functions.trigonometric.AsinRFunction;
import com.ezylang.evalex.functions.trigonometric.AtanRFunction;
import com.ezylang.evalex.functions.trigonometric.CosRFunction;
import com.ezylang.evalex.functions.trigonometric.SinRFunction;
import com.ezylang.evalex.functions.trigonometric.TanRFunction;
import com.ezylang.evalex.operators.InfixOperator;
import com.ezylang.evalex.operators.OperatorIfc;
import com.ezylang.evalex.operators.arithmetic.InfixDivisionOperator;
import com.ezylang.evalex.operators.arithmetic.InfixMinusOperator;
import com.ezylang.evalex.operators.arithmetic.InfixModuloOperator;
import com.ezylang.evalex.operators.arithmetic.InfixMultiplicationOperator;
import com.ezylang.evalex.operators.arithmetic.InfixPlusOperator;
import com.ezylang.evalex.operators.arithmetic.InfixPowerOfOperator;
import com.ezylang.evalex.operators.arithmetic.PrefixMinusOperator;
import com.ezylang.evalex.operators.arithmetic.PrefixPlusOperator;
import com.ezylang.evalex.parser.Token;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;

/**
 * The language of the expressions: numbers, and no operators or functions that create texts, lists or factorials. Each
 * operator and function accepts and returns only numbers within the bounds, so that it takes little time.
 */
final class ArithmeticLanguage {
    static final String TOO_LARGE =
            "a number in the expression is too large or too small (10^" + Arithmetic.MAX_EXPONENT + " is the bound)";

    private static final BigDecimal ANY = BigDecimal.TEN.pow(Arithmetic.MAX_EXPONENT);
    private static final BigDecimal MOST_PLACES = BigDecimal.valueOf(100);

    /** The largest exponent that BigDecimal accepts. */
    private static final BigDecimal MOST_EXPONENT = BigDecimal.valueOf(999_999_999);

    private static final MathContext MATH = new MathContext(Arithmetic.PRECISION, RoundingMode.HALF_EVEN);

    private static final String PI = "3.14159265358979323846264338327950288419716939937510";
    private static final String E = "2.71828182845904523536028747135266249775724709369995";

    private ArithmeticLanguage() {}

    static ExpressionConfiguration configuration() {
        return ExpressionConfiguration.builder()
                .mathContext(MATH)
                .powerOfPrecedence(OperatorIfc.OPERATOR_PRECEDENCE_POWER_HIGHER)
                .operatorDictionary(operators())
                .functionDictionary(functions())
                .defaultConstants(Map.of("PI", number(PI), "E", number(E)))
                .arraysAllowed(false)
                .structuresAllowed(false)
                .binaryAllowed(false)
                .allowOverwriteConstants(false)
                .build();
    }

    private static EvaluationValue number(String digits) {
        return EvaluationValue.numberValue(new BigDecimal(digits));
    }

    private static MapBasedOperatorDictionary operators() {
        MapBasedOperatorDictionary operators = new MapBasedOperatorDictionary();
        Map.of(
                        "+", new InfixPlusOperator(),
                        "-", new InfixMinusOperator(),
                        "*", new InfixMultiplicationOperator(),
                        "/", new InfixDivisionOperator(),
                        "%", new InfixModuloOperator(),
                        "^", new BoundedPower())
                .forEach((sign, operator) -> operators.addOperator(sign, new BoundedOperator(operator)));
        operators.addOperator("+", new BoundedOperator(new PrefixPlusOperator()));
        operators.addOperator("-", new BoundedOperator(new PrefixMinusOperator()));
        return operators;
    }

    private static MapBasedFunctionDictionary functions() {
        MapBasedFunctionDictionary functions = new MapBasedFunctionDictionary();
        Map<String, FunctionIfc> plain = Map.ofEntries(
                Map.entry("ABS", new AbsFunction()),
                Map.entry("AVERAGE", new AverageFunction()),
                Map.entry("CEILING", new CeilingFunction()),
                Map.entry("FLOOR", new FloorFunction()),
                Map.entry("LN", new LogFunction()),
                Map.entry("LOG", new LogFunction()),
                Map.entry("LOG10", new Log10Function()),
                Map.entry("MAX", new MaxFunction()),
                Map.entry("MIN", new MinFunction()),
                Map.entry("SQRT", new SqrtFunction()),
                Map.entry("SUM", new SumFunction()),
                Map.entry("SIN", new SinRFunction()),
                Map.entry("COS", new CosRFunction()),
                Map.entry("TAN", new TanRFunction()),
                Map.entry("ASIN", new AsinRFunction()),
                Map.entry("ACOS", new AcosRFunction()),
                Map.entry("ATAN", new AtanRFunction()));
        plain.forEach((name, function) -> functions.addFunction(name, new BoundedFunction(function, ANY)));
        functions.addFunction("ROUND", new BoundedFunction(new RoundFunction(), MOST_PLACES));
        return functions;
    }

    static boolean isWithinLimits(BigDecimal number) {
        long exponent = (long) number.precision() - number.scale();
        return (number.signum() == 0 && Math.abs((long) number.scale()) <= Arithmetic.MAX_EXPONENT)
                || (Math.abs(exponent) <= Arithmetic.MAX_EXPONENT && number.scale() <= 2 * Arithmetic.PRECISION);
    }

    private static void require(Token token, EvaluationValue... values) throws EvaluationException {
        for (EvaluationValue value : values) {
            if (!value.isNumberValue()) {
                throw new EvaluationException(token, "The expression must consist of numbers");
            }
            if (!isWithinLimits(value.getNumberValue())) {
                throw new EvaluationException(token, TOO_LARGE);
            }
        }
    }

    private record BoundedOperator(OperatorIfc operator) implements OperatorIfc {
        @Override
        public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... operands)
                throws EvaluationException {
            require(token, operands);
            EvaluationValue value = operator.evaluate(expression, token, operands);
            require(token, value);
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

    /** A power whose size is estimated before it is computed: its exact digits can fill the memory. */
    @InfixOperator(precedence = OperatorIfc.OPERATOR_PRECEDENCE_POWER, leftAssociative = false)
    private static final class BoundedPower extends InfixPowerOfOperator {
        @Override
        public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... operands)
                throws EvaluationException {
            BigDecimal base = operands[0].getNumberValue();
            BigDecimal exponent = operands[1].getNumberValue();
            if (base.signum() == 0 && exponent.signum() < 0) {
                throw new EvaluationException(token, "Division by zero");
            }
            if (exponent.abs().compareTo(MOST_EXPONENT) > 0 || isTooLarge(base, exponent)) {
                throw new EvaluationException(token, TOO_LARGE);
            }
            if (exponent.signum() >= 0) {
                return super.evaluate(expression, token, operands);
            }
            EvaluationValue inverse =
                    super.evaluate(expression, token, operands[0], EvaluationValue.numberValue(exponent.negate()));
            return EvaluationValue.numberValue(BigDecimal.ONE.divide(inverse.getNumberValue(), MATH));
        }

        private static boolean isTooLarge(BigDecimal base, BigDecimal exponent) {
            double digits = base.signum() == 0 ? 0 : Math.log10(base.abs().doubleValue());
            return Math.abs(digits * exponent.doubleValue()) > Arithmetic.MAX_EXPONENT + 1;
        }
    }

    /** A function within the bounds, with another bound of its second argument, the number of places to round to. */
    private record BoundedFunction(FunctionIfc function, BigDecimal mostSecond) implements FunctionIfc {
        @Override
        public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... arguments)
                throws EvaluationException {
            require(token, arguments);
            if (arguments.length == 2 && arguments[1].getNumberValue().abs().compareTo(mostSecond) > 0) {
                throw new EvaluationException(token, "The second argument must be " + mostSecond + " at most");
            }
            EvaluationValue value = function.evaluate(expression, token, arguments);
            require(token, value);
            return value;
        }

        @Override
        public List<FunctionParameterDefinition> getFunctionParameterDefinitions() {
            return function.getFunctionParameterDefinitions();
        }

        @Override
        public void validatePreEvaluation(Token token, EvaluationValue... arguments) throws EvaluationException {
            require(token, arguments);
            function.validatePreEvaluation(token, arguments);
        }

        @Override
        public boolean hasVarArgs() {
            return function.hasVarArgs();
        }
    }
}
