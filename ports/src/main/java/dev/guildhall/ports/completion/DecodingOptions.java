package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Further settings of how a model chooses its words. {@link ChatModel#leftOut} names those that a provider does not support.
 *
 * @param topP nucleus sampling, 0 to 1; absent means the model's default
 * @param stop texts at which the answer ends, at most {@value #MOST_STOPS}
 * @param seed for repeatable answers; absent means none
 * @param presencePenalty -2 to 2; absent means the model's default
 * @param frequencyPenalty -2 to 2; absent means the model's default
 * @param countsThoughts whether the maximum of tokens includes the model's reasoning, for protocols that distinguish
 *     the two
 * @param others settings that have no meaning here, for the providers whose protocol has them
 */
public record DecodingOptions(
        OptionalDouble topP,
        List<String> stop,
        OptionalLong seed,
        OptionalDouble presencePenalty,
        OptionalDouble frequencyPenalty,
        boolean countsThoughts,
        List<Setting> others) {
    /** The most texts at which an answer ends. */
    public static final int MOST_STOPS = 4;

    /** The defaults of the provider. */
    public static final DecodingOptions DEFAULT = new DecodingOptions(
            OptionalDouble.empty(), List.of(), OptionalLong.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    private static final double MOST_PENALTY = 2;

    /**
     * A setting of chat completions, for example {@code reasoning_effort}.
     *
     * @param name its name in chat completions
     * @param value a value of JSON
     * @param field its path in the request of the client, for warnings
     */
    public record Setting(String name, Object value, String field) {}

    public DecodingOptions {
        requireBetween("top_p", topP, 0, 1);
        requireBetween("presence_penalty", presencePenalty, -MOST_PENALTY, MOST_PENALTY);
        requireBetween("frequency_penalty", frequencyPenalty, -MOST_PENALTY, MOST_PENALTY);
        stop = List.copyOf(stop);
        others = List.copyOf(others);
        if (stop.size() > MOST_STOPS || stop.contains("")) {
            throw Refusal.invalid("stop", "must be at most " + MOST_STOPS + " texts, none of them empty");
        }
    }

    /** Settings where the maximum of tokens does not include the model's reasoning, without others. */
    public DecodingOptions(
            OptionalDouble topP,
            List<String> stop,
            OptionalLong seed,
            OptionalDouble presencePenalty,
            OptionalDouble frequencyPenalty) {
        this(topP, stop, seed, presencePenalty, frequencyPenalty, false, List.of());
    }

    /** These settings with one more. */
    public DecodingOptions and(Setting other) {
        List<Setting> all = new ArrayList<>(others);
        all.add(other);
        return new DecodingOptions(topP, stop, seed, presencePenalty, frequencyPenalty, countsThoughts, all);
    }

    private static void requireBetween(String field, OptionalDouble value, double least, double most) {
        if (value.isPresent() && !(value.getAsDouble() >= least && value.getAsDouble() <= most)) {
            throw Refusal.invalid(field, "must be between " + (long) least + " and " + (long) most);
        }
    }
}
