package dev.guildhall.core;

import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.util.List;
import java.util.function.Consumer;

/** Embeds like {@link HashingEmbedder}, after a hook that may wait or fail. */
public record FakeEmbedder(String model, Consumer<List<String>> hook) implements Embedder {
    @Override
    public List<Embedding> embed(List<String> texts) {
        hook.accept(texts);
        return new HashingEmbedder().embed(texts);
    }
}
