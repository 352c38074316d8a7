package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the texts of servers safe to store. */
final class ServerTexts {
    private ServerTexts() {}

    /** The value with all texts in it, including names, repaired so that they can be stored. */
    static Object repaired(Object value) {
        return switch (value) {
            case String text -> Text.repaired(text);
            case List<?> list -> {
                List<Object> repaired = new ArrayList<>();
                list.forEach(one -> repaired.add(one == null ? one : repaired(one)));
                yield repaired;
            }
            case Map<?, ?> map -> {
                Map<String, Object> repaired = new LinkedHashMap<>();
                map.forEach((name, one) ->
                        repaired.put(Text.repaired(String.valueOf(name)), one == null ? one : repaired(one)));
                yield repaired;
            }
            default -> value;
        };
    }

    /** The text, repaired so that it can be stored, and with an ellipsis instead of the part beyond the limit. */
    static String cut(String text, int most) {
        String repaired = Text.repaired(text);
        if (repaired.length() <= most) {
            return repaired;
        }
        int end = most - 1;
        return repaired.substring(0, Character.isHighSurrogate(repaired.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
