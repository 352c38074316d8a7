package dev.guildhall.core.tool;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds hidden characters in a tool's texts. */
final class HiddenText {
    private static final int MOST_NAMED = 10;
    private static final int MOST_WARNINGS = 100;

    private HiddenText() {}

    /** The warnings, with the names of the fields. */
    static List<Violation> warnings(Tool tool) {
        List<Violation> warnings = new ArrayList<>();
        ToolParameters parameters = tool.definition().parameters();
        warn("description", tool.definition().description().value(), warnings);
        parameters
                .imported()
                .ifPresentOrElse(
                        schema -> warnBelow("inputSchema", schema, warnings),
                        () -> parameters.byName().forEach((name, spec) -> warn(name, spec, warnings)));
        return warnings.stream().limit(MOST_WARNINGS).toList();
    }

    private static void warn(String name, ParameterSpec spec, List<Violation> warnings) {
        String field = "parameters." + HiddenCharacters.escaped(name);
        warn(field, name, warnings);
        spec.description().ifPresent(text -> warn(field + ".description", text, warnings));
        spec.options().ifPresent(options -> warnBelow(field + ".enum", options, warnings));
        spec.standard().ifPresent(standard -> warnBelow(field + ".default", standard, warnings));
    }

    /** Every name and every text of JSON, since a model reads the whole schema. */
    private static void warnBelow(String field, Object value, List<Violation> warnings) {
        switch (value) {
            case String text -> warn(field, text, warnings);
            case List<?> list -> list.forEach(item -> warnBelow(field, item, warnings));
            case Map<?, ?> map ->
                map.forEach((key, inner) -> {
                    String name = String.valueOf(key);
                    String below = field + "." + HiddenCharacters.escaped(name);
                    warn(below, name, warnings);
                    warnBelow(below, inner, warnings);
                });
            case null, default -> {}
        }
    }

    private static void warn(String field, String text, List<Violation> warnings) {
        List<String> hidden = HiddenCharacters.in(text);
        if (!hidden.isEmpty()) {
            List<String> kinds = hidden.stream().distinct().toList();
            String names = kinds.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
            String more = kinds.size() > MOST_NAMED ? ", …" : "";
            warnings.add(new Violation(field, "has " + hidden.size() + " hidden characters: " + names + more));
        }
    }
}
