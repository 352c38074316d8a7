package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * A scalar of YAML by the core schema of revision 1.2 (10.3): {@code no}, {@code on} and {@code 2026-11-30} are texts.
 * What JSON cannot say, such as {@code .nan}, and numbers too long to be meant as such are texts too.
 */
final class YamlScalar {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
    private static final Set<String> FALSE = Set.of("false", "False", "FALSE");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,100}");
    private static final Pattern OCTAL = Pattern.compile("0o[0-7]{1,100}");
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]{1,100}");
    private static final Pattern REAL =
            Pattern.compile("[-+]?(?:\\.[0-9]{1,100}|[0-9]{1,100}(?:\\.[0-9]{0,100})?)(?:[eE][-+]?[0-9]{1,3})?");

    private YamlScalar() {}

    static JsonNode of(ScalarEvent scalar) {
        boolean isResolved = scalar.isPlain() && scalar.getImplicit().canOmitTagInPlainScalar();
        return isResolved ? plain(scalar.getValue()) : NODES.textNode(scalar.getValue());
    }

    private static JsonNode plain(String text) {
        if (NULLS.contains(text)) {
            return NODES.nullNode();
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return NODES.booleanNode(TRUE.contains(text));
        }
        if (DECIMAL.matcher(text).matches()) {
            return integer(text, 10);
        }
        if (OCTAL.matcher(text).matches()) {
            return integer(text.substring(2), 8);
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            return integer(text.substring(2), 16);
        }
        return REAL.matcher(text).matches() ? NODES.numberNode(new BigDecimal(text)) : NODES.textNode(text);
    }

    /** An integer as the reader of JSON has it, so that both are equal. */
    private static JsonNode integer(String digits, int radix) {
        BigInteger value = new BigInteger(digits, radix);
        if (value.bitLength() < Integer.SIZE) {
            return NODES.numberNode(value.intValue());
        }
        return value.bitLength() < Long.SIZE ? NODES.numberNode(value.longValue()) : NODES.numberNode(value);
    }
}
