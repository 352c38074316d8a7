package dev.guildhall.app.config;

/**
 * The configuration of embeddings.
 *
 * @param source where embeddings are computed
 * @param model the provider's model, when the provider computes them
 */
public record EmbeddingConfig(Source source, String model) {
    /** Where embeddings are computed. */
    public enum Source {
        /** In this process. */
        LOCAL,
        /** By the provider of language models. */
        PROVIDER,
        /** Nowhere: searches compare only words. */
        OFF
    }

    static EmbeddingConfig of(Settings settings) {
        return new EmbeddingConfig(
                settings.require(SettingKey.EMBEDDINGS), settings.require(SettingKey.EMBEDDINGS_MODEL));
    }
}
