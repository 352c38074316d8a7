package dev.guildhall.core.tool;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Says what of a tool's texts does not meet the eye. */
final class HiddenText {
    private static final int MOST_NAMED = 10;

    private HiddenText() {}

    /** What is hidden, under the names of the fields. */
    static List<Violation> warnings(Tool tool) {
        List<Violation> warnings = new ArrayList<>();
        warn("description", tool.definition().description().value(), warnings);
        tool.definition().parameters().byName().forEach((name, spec) -> {
            String field = "parameters." + HiddenCharacters.spelt(name);
            warn(field, name, warnings);
            spec.description().ifPresent(text -> warn(field + ".description", text, warnings));
        });
        return warnings;
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
