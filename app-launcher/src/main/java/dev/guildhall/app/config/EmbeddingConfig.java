package dev.guildhall.app.config;

import java.util.Locale;

/**
 * Who says what texts mean.
 *
 * @param source where that is worked out
 * @param model the provider's model, where it is the provider who says it
 */
public record EmbeddingConfig(Source source, String model) {
    /** Where embeddings are worked out. */
    public enum Source {
        /** In this process. */
        LOCAL,
        /** By the provider of language models. */
        PROVIDER,
        /** Nowhere: words alone are compared. */
        OFF
    }

    static EmbeddingConfig of(Settings settings) {
        return new EmbeddingConfig(
                Source.valueOf(settings.require(Key.EMBEDDINGS).toUpperCase(Locale.ROOT)),
                settings.require(Key.EMBEDDINGS_MODEL));
    }
}
