package dev.guildhall.llm;

import dev.guildhall.llm.embedding.MiniLmEmbedder;
import dev.guildhall.llm.openai.OpenAiEmbedder;
import dev.guildhall.llm.openai.OpenAiOptions;
import dev.guildhall.ports.search.Embedder;

/** Creates the embedders of this module. */
public final class Embedders {
    private Embedders() {}

    /** The embedder that computes in this process; it loads its model at the first call. */
    public static MiniLmEmbedder local() {
        return new MiniLmEmbedder();
    }

    /**
     * The embedder of a provider with the OpenAI embeddings protocol; it uses the default model of the options.
     */
    public static Embedder openAi(OpenAiOptions options) {
        return new OpenAiEmbedder(options);
    }
}
