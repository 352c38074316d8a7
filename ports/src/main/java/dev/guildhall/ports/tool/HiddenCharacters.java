package dev.guildhall.ports.tool;

import dev.guildhall.ports.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Characters that a person does not see and a model reads: tags, joiners, direction marks and the like can carry
 * instructions past a person who looks a tool or its results over.
 */
public interface HiddenCharacters {
    /** The hidden characters of a text in their order, as {@code U+200B}. */
    static List<String> in(String text) {
        return text.codePoints()
                .filter(HiddenCharacters::isHidden)
                .mapToObj(HiddenCharacters::nameOf)
                .toList();
    }

    /** The text with every hidden character spelt out, as {@code <U+200B>}. */
    static String spelt(String text) {
        if (text.codePoints().noneMatch(HiddenCharacters::isHidden)) {
            return text;
        }
        StringBuilder spelt = new StringBuilder(text.length() * 2);
        text.codePoints().forEach(c -> {
            if (isHidden(c)) {
                spelt.append('<').append(nameOf(c)).append('>');
            } else {
                spelt.appendCodePoint(c);
            }
        });
        return spelt.toString();
    }

    /** JSON data with the hidden characters of all names and texts spelt out. */
    static Object speltData(Object data) {
        return switch (data) {
            case String text -> spelt(text);
            case Map<?, ?> map -> {
                Map<String, Object> spelt = new LinkedHashMap<>();
                map.forEach((name, value) -> spelt.put(spelt(String.valueOf(name)), speltData(value)));
                yield spelt;
            }
            case List<?> list -> {
                List<Object> spelt = new ArrayList<>(list.size());
                list.forEach(item -> spelt.add(speltData(item)));
                yield spelt;
            }
            case null, default -> data;
        };
    }

    /** A schema with the hidden characters of its descriptions and titles spelt out; what is compared stays as it is. */
    static Map<String, Object> spelt(Map<String, Object> schema) {
        Map<String, Object> spelt = new LinkedHashMap<>();
        schema.forEach((name, value) -> spelt.put(name, speltValue(name, value)));
        return spelt;
    }

    private static Object speltValue(String name, Object value) {
        return switch (value) {
            case String text when name.equals("description") || name.equals("title") -> spelt(text);
            case Map<?, ?> map -> {
                Map<String, Object> spelt = new LinkedHashMap<>();
                map.forEach((key, inner) -> spelt.put(String.valueOf(key), speltValue(String.valueOf(key), inner)));
                yield spelt;
            }
            case List<?> list -> {
                List<Object> spelt = new ArrayList<>(list.size());
                list.forEach(item -> spelt.add(speltValue("", item)));
                yield spelt;
            }
            case null, default -> value;
        };
    }

    private static String nameOf(int c) {
        return "U+%04X".formatted(c);
    }

    /** Variation selector 16 turns a sign into its coloured form; texts are full of it. */
    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c != '\n' && c != '\r' && c != '\t';
            case Character.UNASSIGNED -> c == 0x2065 || (c >= 0xFFF0 && c <= 0xFFF8) || (c >= 0xE0000 && c <= 0xE0FFF);
            default -> Text.isInvisible(c) && c != 0xFE0F;
        };
    }
}
