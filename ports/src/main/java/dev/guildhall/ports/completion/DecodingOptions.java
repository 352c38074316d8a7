package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Finer settings of how a model picks its words. An adapter leaves out what its provider does not know.
 *
 * @param topP the share of likely words that is picked from, 0 to 1; absent means the model's default
 * @param stop texts at which the answer ends, at most {@value #MOST_STOPS}
 * @param seed for answers that repeat; absent means none
 * @param presencePenalty -2 to 2; absent means the model's default
 * @param frequencyPenalty -2 to 2; absent means the model's default
 * @param countsThoughts whether the most tokens of an answer bound its thoughts too, for protocols that tell the two apart
 */
public record DecodingOptions(
        OptionalDouble topP,
        List<String> stop,
        OptionalLong seed,
        OptionalDouble presencePenalty,
        OptionalDouble frequencyPenalty,
        boolean countsThoughts) {
    /** The most texts at which an answer ends. */
    public static final int MOST_STOPS = 4;

    /** Everything as the provider has it. */
    public static final DecodingOptions DEFAULT = new DecodingOptions(
            OptionalDouble.empty(),
            List.of(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            false);

    private static final double MOST_PENALTY = 2;

    public DecodingOptions {
        requireBetween("top_p", topP, 0, 1);
        requireBetween("presence_penalty", presencePenalty, -MOST_PENALTY, MOST_PENALTY);
        requireBetween("frequency_penalty", frequencyPenalty, -MOST_PENALTY, MOST_PENALTY);
        stop = List.copyOf(stop);
        if (stop.size() > MOST_STOPS || stop.contains("")) {
            throw Refusal.invalid("stop", "must be at most " + MOST_STOPS + " texts, none of them empty");
        }
    }

    /** The most tokens of an answer do not bound its thoughts, or nobody said so. */
    public DecodingOptions(
            OptionalDouble topP,
            List<String> stop,
            OptionalLong seed,
            OptionalDouble presencePenalty,
            OptionalDouble frequencyPenalty) {
        this(topP, stop, seed, presencePenalty, frequencyPenalty, false);
    }

    private static void requireBetween(String field, OptionalDouble value, double least, double most) {
        if (value.isPresent() && !(value.getAsDouble() >= least && value.getAsDouble() <= most)) {
            throw Refusal.invalid(field, "must be between " + (long) least + " and " + (long) most);
        }
    }
}
