package dev.guildhall.core.json;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes plain JDK values as JSON. The core has no JSON library. */
public final class JsonText {
    private JsonText() {}

    /** The text of a value, on one line; objects keep their order. */
    public static String of(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case Map<?, ?> map -> writeObject(map, out);
            case List<?> list -> writeArray(list, out);
            case Number number -> out.append(isFinite(number) ? number.toString() : "null");
            case Boolean bool -> out.append(bool);
            default -> writeString(value.toString(), out);
        }
    }

    private static void writeObject(Map<?, ?> map, StringBuilder out) {
        out.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            writeString(String.valueOf(entry.getKey()), out);
            out.append(':');
            write(entry.getValue(), out);
            if (entries.hasNext()) {
                out.append(',');
            }
        }
        out.append('}');
    }

    private static void writeArray(List<?> list, StringBuilder out) {
        out.append('[');
        Iterator<?> items = list.iterator();
        while (items.hasNext()) {
            write(items.next(), out);
            if (items.hasNext()) {
                out.append(',');
            }
        }
        out.append(']');
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || isHalfOfAPair(text, i)) {
                out.append(text, written, i).append(escaped(c));
                written = i + 1;
            }
        }
        out.append(text, written, text.length()).append('"');
    }

    private static String escaped(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format("\\u%04x", (int) c);
        };
    }

    /** How many bytes of UTF-8 a code point takes in a text that is written as JSON; half of a pair is a code point too. */
    public static int bytes(int codePoint) {
        if (codePoint < ' '
                || codePoint == '"'
                || codePoint == '\\'
                || Character.getType(codePoint) == Character.SURROGATE) {
            return escaped((char) codePoint).length();
        }
        if (codePoint < 0x80) {
            return 1;
        }
        return codePoint < 0x800 ? 2 : Character.charCount(codePoint) + 2;
    }

    /** Encoders cannot encode half of a pair; escaped it is ordinary JSON. */
    private static boolean isHalfOfAPair(String text, int i) {
        char c = text.charAt(i);
        if (!Character.isSurrogate(c)) {
            return false;
        }
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
    }

    private static boolean isFinite(Number number) {
        return !(number instanceof Double d && !Double.isFinite(d))
                && !(number instanceof Float f && !Float.isFinite(f));
    }
}
