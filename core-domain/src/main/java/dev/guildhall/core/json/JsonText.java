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
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || isHalfOfAPair(text, i)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Encoders cannot encode half of a pair; escaped it is ordinary JSON. */
    private static boolean isHalfOfAPair(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    private static boolean isFinite(Number number) {
        return !(number instanceof Double d && !Double.isFinite(d))
                && !(number instanceof Float f && !Float.isFinite(f));
    }
}
