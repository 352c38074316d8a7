package dev.guildhall.llm;

import dev.guildhall.llm.embedding.MiniLmEmbedder;
import dev.guildhall.llm.openai.OpenAiEmbedder;
import dev.guildhall.llm.openai.OpenAiOptions;
import dev.guildhall.ports.search.Embedder;

/** Makes the embedders that this module knows. */
public final class Embedders {
    private Embedders() {}

    /** The one that computes in this process, without a network; it loads its model at the first call. */
    public static MiniLmEmbedder local() {
        return new MiniLmEmbedder();
    }

    /**
     * The one of a provider that speaks the OpenAI embeddings protocol; the options' default model is the one to embed
     * with.
     */
    public static Embedder openAi(OpenAiOptions options) {
        return new OpenAiEmbedder(options);
    }
}
