package dev.guildhall.app.config;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses the fallbacks of models: {@code gpt-4o > gpt-4o-mini > claude-sonnet-4-5@anthropic; * > demo@demo}. A star
 * stands for every model that is not listed; the name after {@code @} is the provider when it is not the first one.
 */
public final class FallbackPlan {
    private static final int MAX_MODEL = 200;
    private static final int MOST = 8;
    private static final String FORM = "must read like: model > other model > model@provider; * > model, with at most "
            + MOST + " fallbacks for each model";

    private FallbackPlan() {}

    /**
     * One fallback.
     *
     * @param provider the model's provider; absent means the first one
     * @param model the model's name
     */
    public record Target(Optional<LlmProvider> provider, String model) {}

    /**
     * The fallbacks by model.
     *
     * @throws IllegalArgumentException when it cannot be parsed; the message names the fault
     */
    static Map<String, List<Target>> parse(String plan) {
        Map<String, List<Target>> byModel = new LinkedHashMap<>();
        for (String line : lines(plan)) {
            List<String> parts = parts(line);
            if (parts.size() < 2 || parts.size() > MOST + 1 || parts.stream().anyMatch(FallbackPlan::isOdd)) {
                throw new IllegalArgumentException(FORM);
            }
            List<Target> targets =
                    parts.stream().skip(1).map(FallbackPlan::target).toList();
            if (byModel.put(parts.getFirst(), targets) != null) {
                throw new IllegalArgumentException(parts.getFirst() + " is listed twice");
            }
        }
        return byModel;
    }

    /** Whether the text after an at sign is neither a provider nor a version, which begins with a digit. */
    private static boolean isOdd(String model) {
        int at = model.lastIndexOf('@');
        boolean odd = at >= 0
                && LlmProvider.fromWire(model.substring(at + 1)).isEmpty()
                && !model.substring(at + 1).matches("\\d.*");
        return model.isEmpty() || model.length() > MAX_MODEL || odd;
    }

    /** The name of a model may contain an at sign: only the name of a provider after it counts as one. */
    private static Target target(String text) {
        int at = text.lastIndexOf('@');
        Optional<LlmProvider> named = at < 1 ? Optional.empty() : LlmProvider.fromWire(text.substring(at + 1));
        return new Target(named, named.isPresent() ? text.substring(0, at) : text);
    }

    private static List<String> lines(String plan) {
        return Arrays.stream(plan.split(";"))
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static List<String> parts(String line) {
        return Arrays.stream(line.split(">", -1)).map(String::strip).toList();
    }
}
