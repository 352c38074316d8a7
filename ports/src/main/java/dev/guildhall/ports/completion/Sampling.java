package dev.guildhall.ports.completion;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Which model answers, and with which settings.
 *
 * @param model its identifier, 1 to 200 characters as {@link Text#requireName} accepts it; absent means the provider's
 *     default
 * @param temperature 0 to 2; absent means the model's default
 * @param maxTokens the most tokens of the answer, 1 or more; absent means the model's limit
 * @param decoding further settings
 */
public record Sampling(
        Optional<String> model, OptionalDouble temperature, OptionalInt maxTokens, DecodingOptions decoding) {
    /** The defaults of the provider. */
    public static final Sampling DEFAULT = new Sampling(Optional.empty(), OptionalDouble.empty(), OptionalInt.empty());

    private static final double MAX_TEMPERATURE = 2;
    private static final int MAX_MODEL_LENGTH = 200;

    public Sampling {
        model = model.map(id -> Text.requireName("model", id, 1, MAX_MODEL_LENGTH));
        if (temperature.isPresent()
                && !(temperature.getAsDouble() >= 0 && temperature.getAsDouble() <= MAX_TEMPERATURE)) {
            throw Refusal.invalid("temperature", "must be between 0 and 2");
        }
        if (maxTokens.isPresent() && maxTokens.getAsInt() < 1) {
            throw Refusal.invalid("maxTokens", "must be a positive integer");
        }
    }

    /** Without further settings. */
    public Sampling(Optional<String> model, OptionalDouble temperature, OptionalInt maxTokens) {
        this(model, temperature, maxTokens, DecodingOptions.DEFAULT);
    }

    /** The same settings with that model. */
    public Sampling withModel(String id) {
        return new Sampling(Optional.of(id), temperature, maxTokens, decoding);
    }

    /** That model with the defaults of the provider. */
    public static Sampling model(String id) {
        return new Sampling(Optional.of(id), OptionalDouble.empty(), OptionalInt.empty());
    }
}
