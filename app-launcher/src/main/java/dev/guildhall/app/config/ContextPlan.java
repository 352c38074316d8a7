package dev.guildhall.app.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses the context sizes of models: {@code 16000}, or {@code gpt-4o=100000, llama3.2:3b=4000, *=16000}, where a star
 * stands for every model that is not listed.
 */
final class ContextPlan {
    /** Stands for every model that is not listed. */
    static final String ANY = "*";

    private static final int FEWEST = 1_000;
    private static final int MOST = 2_000_000;
    private static final int MOST_MODELS = 100;
    private static final String FORM = "must be a number from " + FEWEST + " to " + MOST
            + ", or read like: gpt-4o=100000, *=16000, with at most " + MOST_MODELS + " models";

    private ContextPlan() {}

    /** The fault of a plan; empty when it is valid. */
    static Optional<String> fault(String plan) {
        List<String> parts = SettingType.split(plan);
        List<String> models = new ArrayList<>();
        for (String part : parts) {
            String model = model(part);
            if (model.isEmpty() || !isNumber(number(part))) {
                return Optional.of(FORM);
            }
            if (models.contains(model)) {
                return Optional.of(model + " is listed twice");
            }
            models.add(model);
        }
        return models.isEmpty() || models.size() > MOST_MODELS ? Optional.of(FORM) : Optional.empty();
    }

    /** The sizes by model. */
    static Map<String, Integer> parse(String plan) {
        Map<String, Integer> tokens = new LinkedHashMap<>();
        SettingType.split(plan).forEach(part -> tokens.put(model(part), Integer.valueOf(number(part))));
        return tokens;
    }

    /** The name of a model may contain an equals sign. */
    private static String model(String part) {
        int equals = part.lastIndexOf('=');
        return equals < 0 ? ANY : part.substring(0, equals).strip();
    }

    private static String number(String part) {
        return part.substring(part.lastIndexOf('=') + 1).strip();
    }

    private static boolean isNumber(String text) {
        if (!text.matches("\\d{1,7}")) {
            return false;
        }
        int number = Integer.parseInt(text);
        return number >= FEWEST && number <= MOST;
    }
}
