package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpokenArithmeticTest {
    private final Arithmetic arithmetic = new Arithmetic();

    @ParameterizedTest
    @CsvSource({
        "12*12, 144",
        "0.1+0.2, 0.3",
        "1/3, 0.33333333333333333333",
        "1/3*3, 1",
        "10/4, 2.5",
        "-2^2, -4",
        "2^-1, 0.5",
        "10 ^ -2 + 1, 1.01",
        "2^3^2, 512",
        "2^0.5, 1.4142135623730951",
        "(2+3)*4, 20",
        "17 % 5, 2",
        "2**10, 1024",
        "3 × 4 ÷ 2 − 1, 5",
        "SQRT(16), 4",
        "sqrt(2)^2, 2",
        "'ROUND(2.345, 2)', 2.34",
        "'MAX(1, 2, 3) + MIN(4, 5)', 7",
        "'SUM(1,2,3)/2', 3",
        "FLOOR(2.7) + CEILING(2.1), 5",
        "ABS(-3), 3",
        "LOG10(1000), 3",
        "LN(E), 1",
        "SIN(0), 0",
        "15/100*200, 30",
        "1e3, 1000",
        "1000000*1000000, 1000000000000",
        "2(3), 6",
        "+5, 5",
        "0*5, 0"
    })
    void expression_has_its_value(String expression, BigDecimal value) throws Exception {
        Number result = arithmetic.evaluate(expression);

        assertThat(new BigDecimal(result.toString())).isEqualByComparingTo(value);
    }

    @Test
    void whole_numbers_are_exact_and_have_no_point() throws Exception {
        assertThat(arithmetic.evaluate("12*12")).isEqualTo(144L);
        assertThat(arithmetic.evaluate("1.50*2")).isEqualTo(3L);
        assertThat(arithmetic.evaluate("2^300")).isEqualTo(BigInteger.TWO.pow(300));
        assertThat(arithmetic.evaluate("2^390 % 1000007"))
                .isEqualTo(
                        BigInteger.TWO.pow(390).mod(BigInteger.valueOf(1000007)).longValueExact());
    }

    @Test
    void powers_with_a_negative_exponent_are_exact_within_the_digits_of_a_result() throws Exception {
        assertThat(arithmetic.evaluate("2^-10")).isEqualTo(new BigDecimal("0.0009765625"));
        assertThat(arithmetic.evaluate("1000 * 10^-3")).isEqualTo(1L);
        assertThat(arithmetic.evaluate("0.1^-20")).isEqualTo(new BigInteger("100000000000000000000"));
        assertThat(arithmetic.evaluate("(-2)^-3")).isEqualTo(new BigDecimal("-0.125"));
        assertThat(arithmetic.evaluate("0^0")).isEqualTo(1L);
        assertThat(arithmetic.evaluate("1^-999999999")).isEqualTo(1L);
        assertThat(arithmetic.evaluate("4^-0.5")).isEqualTo(new BigDecimal("0.5"));
    }

    @Test
    void decimals_have_no_trailing_zeros() throws Exception {
        assertThat(arithmetic.evaluate("2.50")).isEqualTo(new BigDecimal("2.5"));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    @Timeout(value = 5, unit = TimeUnit.SECONDS)
    void expensive_expression_is_refused(String expression) {
        assertThatExceptionOfType(ToolFault.class)
                .isThrownBy(() -> arithmetic.evaluate(expression))
                .satisfies(fault -> assertThat(fault.getMessage()).isNotBlank().hasSizeLessThan(700));
    }

    static Stream<String> hostile() {
        return Stream.of(
                "2^-999999999",
                "LOG(10^-99999999)",
                "0.5^999999999",
                "1.5^-9999999",
                "(-7)^-99999.5",
                "3^-(10^9)",
                "1^(10^100)",
                "9^9^9",
                "9^9^9^9",
                "10^1000000",
                "(10^100)^(10^100)",
                "2^(2^(2^(2^(2^2))))",
                "1e999999999",
                "1E-999999999",
                "1e999999999*1e999999999",
                "CEILING(1e999999999)",
                "SQRT(1e999999999)",
                "1e999999999 % 3",
                "ROUND(1, 1000000000)",
                "ROUND(1, -1000000000)",
                "ROUND(1, 4294967297)",
                "FACT(100000)",
                "FACT(5)",
                "0e999999999+1",
                "0e-999999999+1",
                "1/0",
                "2^-3^2",
                "1%0",
                "0^-1",
                "SQRT(-1)",
                "LN(0)",
                "LN(-1)",
                "(-8)^0.5",
                "ASIN(2)",
                "RANDOM()",
                "STR_FORMAT(\"%s\", 1)",
                "\"a\"+\"b\"",
                "\"a\"",
                "STR_UPPER(\"a\")",
                "x",
                "x=1",
                "1=1",
                "TRUE",
                "NULL",
                "DT_NOW()",
                "IF(1, 2, 3)",
                "a.b",
                "a[0]",
                "",
                "   ",
                "+",
                "1+",
                "*1",
                "((1)",
                "1)",
                "12..5",
                "1 2",
                "1,2",
                "what is 1+1",
                "\u0000",
                "'",
                "\"",
                "💥",
                "0x" + "f".repeat(400),
                "(".repeat(200) + "1" + ")".repeat(200),
                "-".repeat(499) + "x",
                "1" + "+1".repeat(300),
                "9".repeat(499),
                "1" + "^9".repeat(100) + "^99",
                "SQRT(".repeat(90) + "-1" + ")".repeat(90));
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "-", "*"})
    void sums_differences_and_products_are_those_of_exact_decimals(String sign) throws Exception {
        Random random = new Random(20261120);

        for (int i = 0; i < 300; i++) {
            BigDecimal left = decimal(random);
            BigDecimal right = decimal(random);
            Number result =
                    arithmetic.evaluate("(" + left.toPlainString() + ")" + sign + "(" + right.toPlainString() + ")");

            assertThat(new BigDecimal(result.toString()))
                    .as("%s %s %s", left, sign, right)
                    .isEqualByComparingTo(exact(left, sign, right));
        }
    }

    @Test
    void nested_sums_of_whole_numbers_are_exact() throws Exception {
        Random random = new Random(7);

        for (int i = 0; i < 200; i++) {
            StringBuilder text = new StringBuilder("0");
            BigInteger sum = BigInteger.ZERO;
            for (int n = 0; n < 10; n++) {
                long a = random.nextInt();
                long b = random.nextInt(100_000);
                text.append("+(").append(a).append(")*").append(b);
                sum = sum.add(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)));
            }

            assertThat(new BigInteger(arithmetic.evaluate(text.toString()).toString()))
                    .isEqualTo(sum);
        }
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void random_expression_has_a_value_or_fails_with_a_tool_fault() {
        String[] parts = {
            "1", "9", "0", ".", "e", "E", "^", "*", "/", "%", "-", "+", "(", ")", ",", "SQRT(", "ROUND(", "MAX(", "LN(",
            "PI", "\"", "'", "[", "]", " ", "x", "1e99", "=", "!", "&", "|", "{", "}", "0x", "\n", "TAN("
        };
        Random random = new Random(42);

        for (int i = 0; i < 20_000; i++) {
            StringBuilder noise = new StringBuilder();
            int length = 1 + random.nextInt(12);
            for (int n = 0; n < length; n++) {
                noise.append(parts[random.nextInt(parts.length)]);
            }
            evaluateQuietly(noise.toString());
        }
    }

    private void evaluateQuietly(String noise) {
        try {
            assertThat(arithmetic.evaluate(noise)).as(noise).isNotNull();
        } catch (ToolFault fault) {
            assertThat(fault.getMessage()).as(noise).isNotBlank();
        } catch (RuntimeException escaped) {
            throw new AssertionError("escaped from: " + noise, escaped);
        }
    }

    private static BigDecimal decimal(Random random) {
        return BigDecimal.valueOf(random.nextInt(2_000_000_000) - 1_000_000_000, random.nextInt(6));
    }

    private static BigDecimal exact(BigDecimal left, String sign, BigDecimal right) {
        return switch (sign) {
            case "+" -> left.add(right);
            case "-" -> left.subtract(right);
            default -> left.multiply(right);
        };
    }
}
