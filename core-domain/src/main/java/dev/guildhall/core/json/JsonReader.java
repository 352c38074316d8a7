package dev.guildhall.core.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads objects and arrays of JSON (RFC 8259) strictly, where the core itself has to understand the output of a model.
 * Numbers are {@code BigDecimal}; fields that are null are left out. Confined to one thread.
 */
public final class JsonReader {
    private static final int MOST_CHARACTERS = 100_000;
    private static final int MOST_DEPTH = 20;
    private static final int MOST_DIGITS = 30;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    private static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Malformed() {
            super("no JSON", null, false, false);
        }
    }

    /** The object that a text represents; empty when it is another value, or has more than 100,000 characters. */
    public static Optional<Map<String, Object>> object(String text) {
        if (text.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        try {
            JsonReader reader = new JsonReader(text);
            reader.blanks();
            Map<String, Object> object = reader.object(0);
            reader.blanks();
            return reader.at == text.length() ? Optional.of(object) : Optional.empty();
        } catch (Malformed malformed) {
            return Optional.empty();
        }
    }

    private Map<String, Object> object(int depth) {
        expect('{');
        Map<String, Object> fields = new LinkedHashMap<>();
        blanks();
        if (accept('}')) {
            return fields;
        }
        do {
            blanks();
            String name = string();
            blanks();
            expect(':');
            value(depth + 1).ifPresent(value -> fields.put(name, value));
            blanks();
        } while (accept(','));
        expect('}');
        return fields;
    }

    private List<Object> array(int depth) {
        expect('[');
        List<Object> items = new ArrayList<>();
        blanks();
        if (accept(']')) {
            return items;
        }
        do {
            items.add(value(depth + 1).orElseThrow(Malformed::new));
            blanks();
        } while (accept(','));
        expect(']');
        return items;
    }

    /** Empty for null. */
    private Optional<Object> value(int depth) {
        if (depth > MOST_DEPTH) {
            throw new Malformed();
        }
        blanks();
        return switch (peek()) {
            case '{' -> Optional.of(object(depth));
            case '[' -> Optional.of(array(depth));
            case '"' -> Optional.of(string());
            case 't' -> Optional.of(word("true", true));
            case 'f' -> Optional.of(word("false", false));
            case 'n' -> word("null", Optional.empty());
            default -> Optional.of(number());
        };
    }

    private <T> T word(String word, T value) {
        if (!text.startsWith(word, at)) {
            throw new Malformed();
        }
        at += word.length();
        return value;
    }

    private BigDecimal number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(from, at);
        if (digits.length() > MOST_DIGITS || !digits.matches("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d{1,3})?")) {
            throw new Malformed();
        }
        return new BigDecimal(digits);
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (peek() != '"') {
            char c = next();
            if (c < ' ') {
                throw new Malformed();
            }
            string.append(c == '\\' ? escaped() : c);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw new Malformed();
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < HEX_DIGITS; i++) {
            char c = next();
            int digit = c < 0x80 ? Character.digit(c, HEX) : -1;
            if (digit < 0) {
                throw new Malformed();
            }
            code = code * HEX + digit;
        }
        return (char) code;
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at == text.length()) {
            throw new Malformed();
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private boolean accept(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw new Malformed();
        }
    }
}
