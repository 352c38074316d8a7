package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.EmbedderContract;
import dev.guildhall.ports.search.Embedder;

class HashingEmbedderTest implements EmbedderContract {
    private final HashingEmbedder embedder = new HashingEmbedder();

    @Override
    public Embedder embedder() {
        return embedder;
    }
}
