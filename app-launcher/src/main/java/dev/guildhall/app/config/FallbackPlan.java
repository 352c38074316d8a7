package dev.guildhall.app.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who is asked when a model does not answer, as it is written: {@code gpt-4o > gpt-4o-mini > claude-sonnet-4-5@anthropic;
 * * > demo@demo}. A star stands for every model that is not named; what follows an {@code @} is the provider where it is
 * not the one that is asked first.
 */
public final class FallbackPlan {
    private static final int MAX_MODEL = 200;
    private static final int MOST = 8;

    private FallbackPlan() {}

    /**
     * One that is asked.
     *
     * @param provider whose model it is
     * @param model which one
     */
    public record Target(LlmProvider provider, String model) {}

    /** What is wrong with a plan; empty when nothing is. */
    static Optional<String> fault(String plan) {
        List<String> models = new ArrayList<>();
        for (String line : lines(plan)) {
            List<String> parts = parts(line);
            if (parts.size() < 2 || parts.size() > MOST + 1 || parts.stream().anyMatch(FallbackPlan::isOdd)) {
                return Optional.of("must read like: model > other model > model@provider; * > model, with at most "
                        + MOST + " behind each");
            }
            if (models.contains(parts.getFirst())) {
                return Optional.of(parts.getFirst() + " stands there twice");
            }
            models.add(parts.getFirst());
        }
        return Optional.empty();
    }

    /** What follows an at sign is a provider, or a version, which begins with a digit. */
    private static boolean isOdd(String model) {
        int at = model.lastIndexOf('@');
        boolean odd = at >= 0
                && LlmProvider.fromWire(model.substring(at + 1)).isEmpty()
                && !model.substring(at + 1).matches("\\d.*");
        return model.isEmpty() || model.length() > MAX_MODEL || odd;
    }

    /** The targets by the model that they stand in for. */
    static Map<String, List<Target>> parse(String plan, LlmProvider primary) {
        Map<String, List<Target>> byModel = new LinkedHashMap<>();
        for (String line : lines(plan)) {
            List<String> parts = parts(line);
            byModel.put(
                    parts.getFirst(),
                    parts.stream().skip(1).map(part -> target(part, primary)).toList());
        }
        return byModel;
    }

    /** Models' own names may have an at sign in them: only a provider's name behind it makes it ours. */
    private static Target target(String text, LlmProvider primary) {
        int at = text.lastIndexOf('@');
        Optional<LlmProvider> named = at < 1 ? Optional.empty() : LlmProvider.fromWire(text.substring(at + 1));
        return named.map(provider -> new Target(provider, text.substring(0, at)))
                .orElseGet(() -> new Target(primary, text));
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
