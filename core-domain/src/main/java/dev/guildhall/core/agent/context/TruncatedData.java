package dev.guildhall.core.agent.context;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.tool.ToolOutcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts data to a number of bytes of JSON. The data keep their type and their beginning, and each omission is marked: a text ends with its original length, a list with the number of omitted items, an object with an entry named {@code …}.
 */
public final class TruncatedData {
    private static final String MORE = "…";
    private static final int QUOTES = 2;
    private static final int COMMA = 1;

    /** The size of the longest mark, and the smallest size to which data are cut. */
    private static final int REMARK = 64;

    private TruncatedData() {}

    /** A call with its result cut; the same when it fits. */
    public static ToolUse of(ToolUse use, int mostBytes) {
        ToolOutcome outcome = of(use.outcome(), mostBytes);
        return outcome.equals(use.outcome())
                ? use
                : new ToolUse(
                        use.callId(),
                        use.round(),
                        use.tool(),
                        use.parameters(),
                        outcome,
                        use.media(),
                        use.requestedParameters());
    }

    /** An outcome, its data or its message cut. */
    public static ToolOutcome of(ToolOutcome outcome, int mostBytes) {
        return switch (outcome) {
            case ToolOutcome.Success(Object data) -> new ToolOutcome.Success(of(data, mostBytes));
            case ToolOutcome.Failure failure ->
                new ToolOutcome.Failure(failure.kind(), text(failure.message(), mostBytes), failure.retryAfter());
        };
    }

    /** The data, or as much of it as fits; {@value #REMARK} bytes always fit. */
    public static Object of(Object data, int mostBytes) {
        if (bytes(data) <= mostBytes) {
            return data;
        }
        return switch (data) {
            case Map<?, ?> map -> object(map, mostBytes);
            case List<?> list -> list(list, mostBytes);
            default -> text(data.toString(), mostBytes);
        };
    }

    /** The same for data that are an object. */
    static Map<String, Object> ofObject(Map<String, Object> data, int mostBytes) {
        return bytes(data) <= mostBytes ? data : object(data, mostBytes);
    }

    private static Map<String, Object> object(Map<?, ?> map, int mostBytes) {
        Map<String, Object> kept = new LinkedHashMap<>();
        int left = mostBytes - QUOTES - REMARK;
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            String name = String.valueOf(entry.getKey());
            int room = left - bytes(name) - COMMA - COMMA;
            Object value = entry.getValue();
            if (room < Math.min(bytes(value), REMARK)) {
                break;
            }
            Object cut = of(value, room);
            kept.put(name, cut);
            left = room - bytes(cut);
        }
        if (kept.size() < map.size()) {
            kept.put(MORE, "cut, " + (map.size() - kept.size()) + " more");
        }
        return kept;
    }

    private static List<Object> list(List<?> list, int mostBytes) {
        List<Object> kept = new ArrayList<>();
        int left = mostBytes - QUOTES - REMARK;
        for (Object item : list) {
            int room = left - COMMA;
            if (room < Math.min(bytes(item), REMARK)) {
                break;
            }
            Object cut = of(item, room);
            kept.add(cut);
            left = room - bytes(cut);
        }
        if (kept.size() < list.size()) {
            kept.add(MORE + " (cut, " + (list.size() - kept.size()) + " more)");
        }
        return kept;
    }

    private static String text(String text, int mostBytes) {
        if (bytes(text) <= mostBytes) {
            return text;
        }
        int left = mostBytes - QUOTES - REMARK;
        int end = 0;
        while (end < text.length()) {
            int next = text.codePointAt(end);
            left -= JsonText.bytes(next);
            if (left < 0) {
                break;
            }
            end += Character.charCount(next);
        }
        return text.substring(0, end) + MORE + " (cut, " + text.length() + " characters in all)";
    }

    private static int bytes(Object data) {
        return JsonText.of(data).getBytes(StandardCharsets.UTF_8).length;
    }
}
