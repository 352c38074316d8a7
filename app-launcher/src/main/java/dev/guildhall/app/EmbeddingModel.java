package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.llm.Embedders;
import dev.guildhall.llm.embedding.MiniLmEmbedder;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * Who says what texts mean.
 *
 * @param embedder the one that is configured; empty when words alone are to be compared
 * @param local what ends its use of a model in this process, which has to happen before the process ends; empty where
 *     there is none
 */
record EmbeddingModel(Optional<Embedder> embedder, Optional<AutoCloseable> local) {
    private static final Logger LOG = System.getLogger(EmbeddingModel.class.getName());

    /**
     * As they are configured.
     *
     * @throws StartFailure when the provider of models has none to offer
     */
    static EmbeddingModel of(Config config) {
        return switch (config.embeddings().source()) {
            case OFF -> new EmbeddingModel(Optional.empty(), Optional.empty());
            case LOCAL -> local(Embedders.local());
            case PROVIDER -> new EmbeddingModel(Optional.of(ofProvider(config)), Optional.empty());
        };
    }

    private static EmbeddingModel local(MiniLmEmbedder embedder) {
        return new EmbeddingModel(Optional.of(embedder), Optional.of(embedder));
    }

    /**
     * Loads the model in the background, so that no question waits for it; to be called when nothing stands in the way of
     * the start any more, since a process that ends meanwhile crashes in the model's native code. The model logs when it
     * cannot be loaded, and nothing else depends on it.
     */
    void load() {
        embedder.filter(model -> local.isPresent())
                .ifPresent(model ->
                        Thread.ofPlatform().daemon().name("embedding-model").start(() -> load(model)));
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
