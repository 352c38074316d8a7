package dev.guildhall.ports.tool;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The type of a parameter's value; the names are those of JSON Schema. */
public enum ParameterType {
    /** Text. */
    STRING,
    /** Any number. */
    NUMBER,
    /** A number without a fraction. */
    INTEGER,
    /** True or false. */
    BOOLEAN,
    /** A list. */
    ARRAY,
    /** An object. */
    OBJECT;

    /** The name in JSON, for example {@code string}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of that name; empty when there is none. */
    public static Optional<ParameterType> fromWire(String name) {
        return Arrays.stream(values())
                .filter(type -> type.wireName().equals(name))
                .findFirst();
    }

    /** Whether a value, as plain JDK values, is of this type; numbers that JSON cannot represent are not accepted. */
    public boolean accepts(Object value) {
        return switch (this) {
            case STRING -> value instanceof String;
            case NUMBER -> value instanceof Number number && isFinite(number);
            case INTEGER -> value instanceof Number number && isIntegral(number);
            case BOOLEAN -> value instanceof Boolean;
            case ARRAY -> value instanceof List<?>;
            case OBJECT -> value instanceof Map<?, ?>;
        };
    }

    private static boolean isFinite(Number number) {
        return switch (number) {
            case Double real -> Double.isFinite(real);
            case Float real -> Float.isFinite(real);
            default -> true;
        };
    }

    private static boolean isIntegral(Number number) {
        return switch (number) {
            case Double real -> !real.isInfinite() && real == Math.rint(real);
            case Float real -> !real.isInfinite() && real == Math.rint(real);
            case BigDecimal decimal -> decimal.stripTrailingZeros().scale() <= 0;
            default -> true;
        };
    }
}
