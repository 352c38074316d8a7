package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.guildhall.ports.Text;
import dev.guildhall.wire.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Converts values to text, each value in one way, whatever its source is. */
final class ValueText {
    private ValueText() {}

    /** A value as one text; the parameter's name is for error messages. */
    static String of(String parameter, Object value, ListStyle style) throws ArgumentFault {
        return switch (value) {
            case List<?> list when style != ListStyle.JSON -> joined(parameter, list, style.separator());
            case List<?> list -> json(parameter, list);
            case Map<?, ?> map -> json(parameter, map);
            default -> scalar(parameter, value);
        };
    }

    /** Each element but null as a text; nested ones as JSON. */
    static List<String> elements(String parameter, List<?> list) throws ArgumentFault {
        List<String> texts = new ArrayList<>(list.size());
        for (Object element : list) {
            // Only JSON can say null.
            if (element != null) {
                texts.add(of(parameter, element, ListStyle.JSON));
            }
        }
        return texts;
    }

    private static String joined(String parameter, List<?> list, String separator) throws ArgumentFault {
        List<String> texts = elements(parameter, list);
        if (texts.stream().anyMatch(text -> text.contains(separator))) {
            throw new ArgumentFault(parameter, "must have elements without '" + separator + "', which separates them");
        }
        return String.join(separator, texts);
    }

    private static String scalar(String parameter, Object value) throws ArgumentFault {
        return switch (value) {
            case String text -> wellFormed(parameter, text);
            case Boolean truth -> truth.toString();
            case Double real -> decimal(parameter, real);
            case Float real -> decimal(parameter, Double.parseDouble(real.toString()));
            case BigDecimal decimal -> plain(decimal);
            case BigInteger integer -> integer.toString();
            case Number number -> Long.toString(number.longValue());
            default -> throw new ArgumentFault(parameter, "must be a text, a number or a boolean");
        };
    }

    private static String decimal(String parameter, double real) throws ArgumentFault {
        if (Double.isNaN(real) || Double.isInfinite(real)) {
            throw new ArgumentFault(parameter, "must be a number");
        }
        return plain(BigDecimal.valueOf(real).stripTrailingZeros());
    }

    /** Without an exponent where that is short; a whole number without a point, another with the zeros at its end. */
    private static String plain(BigDecimal decimal) {
        BigDecimal whole = decimal.stripTrailingZeros();
        BigDecimal bare = whole.scale() <= 0 ? whole : decimal;
        return Math.abs((long) bare.scale()) > HttpToolLimits.DIGITS ? bare.toString() : bare.toPlainString();
    }

    /** A value as JSON text, in which NUL is an escape. */
    static String json(String parameter, Object value) throws ArgumentFault {
        try {
            return wellFormed(parameter, Json.LENIENT.writeValueAsString(value));
        } catch (JsonProcessingException unwritable) {
            throw new ArgumentFault(parameter, "must be valid as JSON");
        }
    }

    /** Refuses unpaired surrogates, which have no UTF-8 form, and NUL, which ends a text in many servers. */
    static String wellFormed(String parameter, String text) throws ArgumentFault {
        if (!Text.isWellFormed(text)) {
            throw new ArgumentFault(parameter, "must be well-formed Unicode without NUL");
        }
        return text;
    }
}
