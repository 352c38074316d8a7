package dev.guildhall.core.inmemory;

import dev.guildhall.ports.search.Embedder;
import dev.guildhall.testkit.contract.EmbedderContract;

class HashingEmbedderTest implements EmbedderContract {
    private final HashingEmbedder embedder = new HashingEmbedder();

    @Override
    public Embedder embedder() {
        return embedder;
    }
}
