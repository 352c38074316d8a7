package dev.guildhall.ports.tool;

import dev.guildhall.ports.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Characters that a person cannot see and a model reads: tags, joiners, direction marks and others. They can hide
 * instructions from a person who reviews a tool or its results.
 */
public interface HiddenCharacters {
    /** The hidden characters of a text, in order, as {@code U+200B}. */
    static List<String> in(String text) {
        return text.codePoints()
                .filter(HiddenCharacters::isHidden)
                .mapToObj(HiddenCharacters::nameOf)
                .toList();
    }

    /** The text with every hidden character written out, as {@code <U+200B>}. */
    static String escaped(String text) {
        if (text.codePoints().noneMatch(HiddenCharacters::isHidden)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() * 2);
        text.codePoints().forEach(c -> {
            if (isHidden(c)) {
                escaped.append('<').append(nameOf(c)).append('>');
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    /** JSON data with the hidden characters of all names and texts written out. */
    static Object escapedData(Object data) {
        return switch (data) {
            case String text -> escaped(text);
            case Map<?, ?> map -> escapedObject(map);
            case List<?> list -> {
                List<Object> escaped = new ArrayList<>(list.size());
                list.forEach(item -> escaped.add(escapedData(item)));
                yield escaped;
            }
            case null, default -> data;
        };
    }

    /** The same for an object. */
    static Map<String, Object> escapedObject(Map<?, ?> object) {
        Map<String, Object> escaped = new LinkedHashMap<>();
        object.forEach((name, value) -> escaped.put(escaped(String.valueOf(name)), escapedData(value)));
        return escaped;
    }

    /**
     * A schema with the hidden characters of its descriptions and titles written out; values that are compared stay as
     * they are.
     */
    static Map<String, Object> escaped(Map<String, Object> schema) {
        Map<String, Object> escaped = new LinkedHashMap<>();
        schema.forEach((name, value) -> escaped.put(name, escapedValue(name, value)));
        return escaped;
    }

    private static Object escapedValue(String name, Object value) {
        return switch (value) {
            case String text when name.equals("description") || name.equals("title") -> escaped(text);
            case Map<?, ?> map -> {
                Map<String, Object> escaped = new LinkedHashMap<>();
                map.forEach((key, inner) -> escaped.put(String.valueOf(key), escapedValue(String.valueOf(key), inner)));
                yield escaped;
            }
            case List<?> list -> {
                List<Object> escaped = new ArrayList<>(list.size());
                list.forEach(item -> escaped.add(escapedValue("", item)));
                yield escaped;
            }
            case null, default -> value;
        };
    }

    private static String nameOf(int c) {
        return "U+%04X".formatted(c);
    }

    /** Variation selector 16 selects the coloured form of a symbol; it is common in texts. */
    private static boolean isHidden(int c) {
        if (c >= ' ' && c <= '~') {
            return false;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c != '\n' && c != '\r' && c != '\t';
            case Character.UNASSIGNED -> c == 0x2065 || (c >= 0xFFF0 && c <= 0xFFF8) || (c >= 0xE0000 && c <= 0xE0FFF);
            default -> Text.isInvisible(c) && c != 0xFE0F;
        };
    }
}
