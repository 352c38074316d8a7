package dev.guildhall.core.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Redacts the parameters of an execution for its record: they stay recognisable, and contain no secrets. */
final class Redaction {
    private static final Pattern SECRET_NAME = Pattern.compile(
            "(?i:pass(word|wd|phrase|code)|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|authori[sz]ation"
                    + "|credential|cookie|session|signature|bearer)"
                    // Short words count only as whole words: a shipping address is no PIN.
                    + "|(?<![A-Za-z])(?i:pass|pin|otp)(?![a-z])|(?<=[a-z0-9])(Pass|Pin|Otp|PIN|OTP)(?![a-z])");
    private static final Pattern SECRET_VALUE = Pattern.compile("\\b(?i:bearer)\\s+[A-Za-z0-9._~+/-]{8,}"
            + "|\\b(gh[pousr]_|github_pat_|sk-|xox[abprs]-|AKIA)[A-Za-z0-9_-]{10,}"
            + "|\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\."
            + "|://[^/\\s:@]*:[^/\\s@]+@"
            + "|[?&][A-Za-z_-]{0,40}(?i:token|secret|key|password|sig|signature)=");
    private static final String HIDDEN = "[redacted]";
    private static final String LEFT_OUT = "…";
    private static final int MOST_CHARACTERS = 200;
    private static final int MOST_LOOKED_AT = 2000;
    private static final int MOST_ITEMS = 50;
    private static final int MOST_DEPTH = 5;

    private Redaction() {}

    static Map<String, Object> of(Map<String, Object> parameters) {
        return object(parameters, 1);
    }

    private static Map<String, Object> object(Map<?, ?> object, int depth) {
        Map<String, Object> shown = new LinkedHashMap<>();
        object.entrySet().stream().limit(MOST_ITEMS).forEach(entry -> {
            String name = cut(String.valueOf(entry.getKey()));
            boolean secret = SECRET_NAME.matcher(name).find() && !(entry.getValue() instanceof Boolean);
            shown.put(name, secret ? HIDDEN : value(entry.getValue(), depth));
        });
        if (object.size() > MOST_ITEMS) {
            shown.put(LEFT_OUT, object.size() - MOST_ITEMS);
        }
        return shown;
    }

    private static Object value(Object value, int depth) {
        return switch (value) {
            case Map<?, ?> map -> depth < MOST_DEPTH ? object(map, depth + 1) : LEFT_OUT;
            case List<?> list -> depth < MOST_DEPTH ? list(list, depth + 1) : LEFT_OUT;
            case String text -> isSecret(text) ? HIDDEN : cut(text);
            case Number number when number.toString().length() > MOST_CHARACTERS -> LEFT_OUT;
            case null, default -> value;
        };
    }

    /** A text beyond the limit is not shown either. */
    private static boolean isSecret(String text) {
        return SECRET_VALUE
                .matcher(text.substring(0, Math.min(text.length(), MOST_LOOKED_AT)))
                .find();
    }

    private static List<Object> list(List<?> list, int depth) {
        List<Object> shown = new ArrayList<>();
        list.stream().limit(MOST_ITEMS).forEach(item -> shown.add(value(item, depth)));
        if (list.size() > MOST_ITEMS) {
            shown.add(LEFT_OUT);
        }
        return shown;
    }

    private static String cut(String text) {
        if (text.length() <= MOST_CHARACTERS) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MOST_CHARACTERS - 1)) ? MOST_CHARACTERS - 1 : MOST_CHARACTERS;
        return text.substring(0, end) + LEFT_OUT;
    }
}
