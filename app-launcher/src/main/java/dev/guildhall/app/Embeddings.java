package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.llm.Embedders;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/** Who says what texts mean. */
final class Embeddings {
    private static final Logger LOG = System.getLogger(Embeddings.class.getName());

    private Embeddings() {}

    /**
     * The embedder that is configured; empty when words alone are to be compared.
     *
     * @throws StartFailure when the provider of models has none to offer
     */
    static Optional<Embedder> embedder(Config config) {
        return switch (config.embeddings().source()) {
            case OFF -> Optional.empty();
            case LOCAL -> Optional.of(loadedAhead(Embedders.local()));
            case PROVIDER -> Optional.of(ofProvider(config));
        };
    }

    /**
     * The same embedder, whose model is loaded in the background from now on, so that no question waits for it. That it cannot be loaded is logged by the model, and nothing else depends on it.
     */
    static Embedder loadedAhead(Embedder embedder) {
        Thread.ofPlatform().daemon().name("embedding-model").start(() -> load(embedder));
        return embedder;
    }

    private static void load(Embedder embedder) {
        try {
            embedder.embed(List.of("ready"));
        } catch (Refusal unavailable) {
            LOG.log(Level.DEBUG, "searches go by words alone", unavailable);
        }
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
