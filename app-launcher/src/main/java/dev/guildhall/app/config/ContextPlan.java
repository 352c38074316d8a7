package dev.guildhall.app.config;

import java.util.LinkedHashMap;
import java.util.Map;

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

    /**
     * The sizes by model.
     *
     * @throws IllegalArgumentException when it cannot be parsed; the message names the fault
     */
    static Map<String, Integer> parse(String plan) {
        Map<String, Integer> tokens = new LinkedHashMap<>();
        for (String part : SettingType.split(plan)) {
            // The name of a model may contain an equals sign.
            int equals = part.lastIndexOf('=');
            String model = equals < 0 ? ANY : part.substring(0, equals).strip();
            String number = part.substring(equals + 1).strip();
            if (model.isEmpty() || !isNumber(number)) {
                throw new IllegalArgumentException(FORM);
            }
            if (tokens.put(model, Integer.valueOf(number)) != null) {
                throw new IllegalArgumentException(model + " is listed twice");
            }
        }
        if (tokens.isEmpty() || tokens.size() > MOST_MODELS) {
            throw new IllegalArgumentException(FORM);
        }
        return tokens;
    }

    private static boolean isNumber(String text) {
        if (!text.matches("\\d{1,7}")) {
            return false;
        }
        int number = Integer.parseInt(text);
        return number >= FEWEST && number <= MOST;
    }
}
