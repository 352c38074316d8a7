package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.llm.embedding.MiniLmEmbedder;
import dev.guildhall.llm.embedding.OpenAiEmbedder;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * The embedder of texts.
 *
 * @param embedder the configured one; empty when searches compare only words
 * @param local ends the use of a model in this process, which must happen before the process ends; empty without such a
 *     model
 */
record EmbeddingModel(Optional<Embedder> embedder, Optional<AutoCloseable> local) {
    private static final Logger LOG = System.getLogger(EmbeddingModel.class.getName());

    /**
     * The configured embedder.
     *
     * @throws StartFailure when the model provider offers no embeddings
     */
    static EmbeddingModel of(Config config) {
        return switch (config.embeddings().source()) {
            case OFF -> new EmbeddingModel(Optional.empty(), Optional.empty());
            case LOCAL -> local(new MiniLmEmbedder());
            case PROVIDER -> new EmbeddingModel(Optional.of(ofProvider(config)), Optional.empty());
        };
    }

    private static EmbeddingModel local(MiniLmEmbedder embedder) {
        return new EmbeddingModel(Optional.of(embedder), Optional.of(embedder));
    }

    /**
     * Loads the model in the background, so that no search waits for it. Call it when the start can no longer fail,
     * since a process that ends while the model loads crashes in the model's native code. The model logs a failure to
     * load; nothing else depends on it.
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
            LOG.log(Level.DEBUG, "searches compare only words", unavailable);
        }
    }

    private static Embedder ofProvider(Config config) {
        return switch (config.llm().provider()) {
            case DEMO ->
                throw new StartFailure("GUILDHALL_EMBEDDINGS: provider needs a GUILDHALL_LLM_PROVIDER that has"
                        + " embeddings, such as openai; local needs none");
            case ANTHROPIC, GEMINI, AZURE, BEDROCK ->
                throw new StartFailure("GUILDHALL_EMBEDDINGS: "
                        + config.llm().provider().wireName() + " has no embeddings here; local needs no provider");
            case OPENAI, OLLAMA ->
                new OpenAiEmbedder(LanguageModels.embeddings(
                        config.llm(), config.embeddings().model()));
        };
    }
}
