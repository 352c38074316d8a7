package dev.guildhall.core.evaluation;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.evaluation.CaseDefinition;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The conditions of a case that need no model (evaluation-4). Pure. */
final class CaseChecks {
    private CaseChecks() {}

    /** Why an answer fails; empty when it fulfils the conditions. */
    static List<String> failures(CaseDefinition wanted, String answer, List<String> toolsUsed) {
        List<String> failures = new ArrayList<>();
        String compared = comparable(answer);
        wanted.contains().stream()
                .filter(text -> !compared.contains(comparable(text)))
                .forEach(text -> failures.add("the answer does not contain \"" + text + "\""));
        wanted.requiredTools().stream()
                .filter(entry -> !isUsed(entry, toolsUsed))
                .forEach(entry -> failures.add(entry + " was not called"));
        wanted.forbiddenTools().stream()
                .filter(entry -> isUsed(entry, toolsUsed))
                .forEach(entry -> failures.add(entry + " was called"));
        return failures;
    }

    private static String comparable(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }

    private static boolean isUsed(String entry, List<String> toolsUsed) {
        return toolsUsed.stream().anyMatch(new AllowedTools(List.of(entry))::contains);
    }
}
