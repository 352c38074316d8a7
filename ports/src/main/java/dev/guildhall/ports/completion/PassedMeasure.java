package dev.guildhall.ports.completion;

import java.time.Duration;

/**
 * The size of a request that passes unchanged, by which some models are paid.
 *
 * @param promptTokens an estimate of the tokens of its texts, 0 or more
 * @param characters of its texts, 0 or more
 * @param audio the length of its sounds, an estimate until the provider reports it
 */
public record PassedMeasure(long promptTokens, long characters, Duration audio) {
    /** Nothing is known. */
    public static final PassedMeasure NONE = new PassedMeasure(0, 0, Duration.ZERO);

    /** The same with the length that the provider reports. */
    public PassedMeasure withAudio(Duration reported) {
        return new PassedMeasure(promptTokens, characters, reported);
    }
}
