package dev.guildhall.app.config;

import java.util.Set;

/**
 * The configuration of embeddings.
 *
 * @param source where embeddings are computed
 * @param model the provider's model, when the provider computes them
 * @param aliases further names of the embedding model
 */
public record EmbeddingConfig(Source source, String model, Set<String> aliases) {
    public EmbeddingConfig {
        aliases = Set.copyOf(aliases);
    }

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
                settings.require(SettingKey.EMBEDDINGS),
                settings.require(SettingKey.EMBEDDINGS_MODEL),
                settings.get(SettingKey.EMBEDDINGS_ALIASES).orElse(Set.of()));
    }
}
