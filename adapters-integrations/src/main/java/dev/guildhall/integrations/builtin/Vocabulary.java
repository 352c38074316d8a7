package dev.guildhall.integrations.builtin;

import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.config.MapBasedFunctionDictionary;
import com.ezylang.evalex.config.MapBasedOperatorDictionary;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.FunctionIfc;
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
import com.ezylang.evalex.operators.OperatorIfc;
import com.ezylang.evalex.operators.arithmetic.InfixDivisionOperator;
import com.ezylang.evalex.operators.arithmetic.InfixMinusOperator;
import com.ezylang.evalex.operators.arithmetic.InfixModuloOperator;
import com.ezylang.evalex.operators.arithmetic.InfixMultiplicationOperator;
import com.ezylang.evalex.operators.arithmetic.InfixPlusOperator;
import com.ezylang.evalex.operators.arithmetic.InfixPowerOfOperator;
import com.ezylang.evalex.operators.arithmetic.PrefixMinusOperator;
import com.ezylang.evalex.operators.arithmetic.PrefixPlusOperator;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;

/** What an expression may be made of: numbers, and nothing that builds texts, lists or factorials. */
final class Vocabulary {
    private static final BigDecimal MOST_PLACES = BigDecimal.valueOf(100);

    private static final String PI = "3.14159265358979323846264338327950288419716939937510";
    private static final String E = "2.71828182845904523536028747135266249775724709369995";

    private Vocabulary() {}

    static ExpressionConfiguration configuration() {
        return ExpressionConfiguration.builder()
                .mathContext(new MathContext(Arithmetic.PRECISION, RoundingMode.HALF_EVEN))
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
                        "^", new InfixPowerOfOperator())
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
        plain.forEach((name, function) -> functions.addFunction(name, new BoundedFunction(function)));
        functions.addFunction("ROUND", new BoundedFunction(new RoundFunction(), MOST_PLACES));
        return functions;
    }
}
