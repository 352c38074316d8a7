package dev.guildhall.integrations.builtin;

import com.ezylang.evalex.BaseException;
import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.data.EvaluationValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/**
 * Evaluates expressions from untrusted users and models. Every intermediate number stays below
 * {@code 10^}{@value #MAX_EXPONENT}, and has more digits of precision than that. So whole numbers are always exact, and
 * no step takes noticeable time or memory.
 */
final class Arithmetic {
    /** The longest expression, in characters. */
    static final int MAX_CHARACTERS = 500;

    /** The deepest nesting of brackets. */
    static final int MAX_DEPTH = 100;

    /** The largest decimal exponent of an intermediate number; the smallest is its negative. */
    static final int MAX_EXPONENT = 120;

    /** The significant digits of intermediate numbers: enough for every whole number within the bound. */
    static final int PRECISION = MAX_EXPONENT + 10;

    /** The significant digits of a result with a fraction. */
    static final int RESULT_DIGITS = 20;

    private static final MathContext RESULT = new MathContext(RESULT_DIGITS, RoundingMode.HALF_EVEN);

    private static final Pattern SIGNED_EXPONENT = Pattern.compile("\\^\\s*([-+])\\s*([\\w.]++)(?!\\s*[(^])");

    private final ExpressionConfiguration configuration = ArithmeticLanguage.configuration();

    /** The value: a whole number as a Long or BigInteger, any other as a BigDecimal without trailing zeros. */
    Number evaluate(String expression) {
        String plain = plain(expression);
        if (plain.isBlank() || plain.length() > MAX_CHARACTERS) {
            throw ToolFault.failed("the expression must have 1 to " + MAX_CHARACTERS + " characters");
        }
        requireShallow(plain);
        return result(value(plain));
    }

    private EvaluationValue value(String expression) {
        try {
            return new Expression(expression, configuration).evaluate();
        } catch (BaseException fault) {
            throw ToolFault.failed(words(fault));
        } catch (ArithmeticException | NumberFormatException undefined) {
            throw ToolFault.failed("the expression has no value, or one that is too large");
        } catch (RuntimeException unexpected) {
            // The parser throws unspecific exceptions, for example on MAX(-)2; none of them has a more precise message.
            throw ToolFault.failed("the expression is not well-formed");
        }
    }

    /**
     * Replaces signs that users and models write by those of the language. A minus after a power gets brackets, because
     * the parser does not accept it otherwise. When another power follows, the expression is ambiguous and is left as
     * it is.
     */
    private static String plain(String expression) {
        String signs = expression
                .strip()
                .replace("**", "^")
                .replace('×', '*')
                .replace('·', '*')
                .replace('÷', '/')
                .replace('−', '-');
        return SIGNED_EXPONENT.matcher(signs).replaceAll("^($1$2)");
    }

    private static void requireShallow(String expression) {
        int depth = 0;
        for (int i = 0; i < expression.length(); i++) {
            char c = expression.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth > MAX_DEPTH) {
                throw ToolFault.failed("the expression has more than " + MAX_DEPTH + " brackets in each other");
            }
        }
    }

    private static Number result(EvaluationValue value) {
        if (!value.isNumberValue()) {
            throw ToolFault.failed("the expression is not arithmetic");
        }
        BigDecimal number = value.getNumberValue();
        if (!ArithmeticLanguage.isWithinLimits(number)) {
            throw ToolFault.failed(ArithmeticLanguage.TOO_LARGE);
        }
        return tidy(number);
    }

    private static Number tidy(BigDecimal number) {
        BigDecimal exact = number.stripTrailingZeros();
        BigDecimal rounded = exact.scale() <= 0 ? exact : exact.round(RESULT).stripTrailingZeros();
        if (rounded.scale() > 0) {
            return rounded;
        }
        return rounded.toBigIntegerExact().bitLength() < Long.SIZE
                ? (Number) rounded.longValueExact()
                : rounded.toBigIntegerExact();
    }

    private static String words(BaseException fault) {
        String message = String.valueOf(fault.getMessage());
        String lower = message.isEmpty() ? message : Character.toLowerCase(message.charAt(0)) + message.substring(1);
        return message.equals(ArithmeticLanguage.TOO_LARGE) || message.equals("Division by zero")
                ? lower
                : lower + " (at character " + fault.getStartPosition() + ")";
    }
}
