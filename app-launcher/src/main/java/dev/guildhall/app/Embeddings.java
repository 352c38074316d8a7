package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.llm.Embedders;
import dev.guildhall.ports.search.Embedder;
import java.util.Optional;

/** Who says what texts mean. */
final class Embeddings {
    private Embeddings() {}

    /**
     * The embedder that is configured; empty when words alone are to be compared.
     *
     * @throws StartFailure when the provider of models has none to offer
     */
    static Optional<Embedder> embedder(Config config) {
        return switch (config.embeddings().source()) {
            case OFF -> Optional.empty();
            case LOCAL -> Optional.of(Embedders.local());
            case PROVIDER -> Optional.of(ofProvider(config));
        };
    }

    private static Embedder ofProvider(Config config) {
        return switch (config.llm().provider()) {
            case DEMO ->
                throw new StartFailure("GUILDHALL_EMBEDDINGS: provider needs a GUILDHALL_LLM_PROVIDER that has"
                        + " embeddings, such as openai; local needs none");
            case ANTHROPIC ->
                throw new StartFailure("GUILDHALL_EMBEDDINGS: anthropic has no embeddings; local needs no provider");
            case OPENAI, OLLAMA ->
                Embedders.openAi(LanguageModels.embeddings(
                        config.llm(), config.embeddings().model()));
        };
    }
}
