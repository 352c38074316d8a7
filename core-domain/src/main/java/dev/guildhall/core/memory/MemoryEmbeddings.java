package dev.guildhall.core.memory;

import dev.guildhall.core.memory.ranking.SpokenTurn;
import dev.guildhall.core.search.QueryEmbeddings;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryPage;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * Embeddings of memories and queries. A turn of a conversation is often understandable only as an answer to the one
 * before, so its embedding is the mean of that of the turn alone and that of both together. The name of the speaker is
 * left out: for a small model a name outweighs all other words of a short text. When the embedder cannot be reached,
 * memories are found by their words.
 */
public final class MemoryEmbeddings {
    private static final Logger LOG = System.getLogger(MemoryEmbeddings.class.getName());

    /** The suffix of the model's name for embeddings that combine a turn with the one before it. */
    private static final String WAY = "/turns";

    private final Optional<Embedder> embedder;
    private final Optional<QueryEmbeddings> queries;

    public MemoryEmbeddings(Optional<Embedder> embedder) {
        this.embedder = embedder;
        this.queries = embedder.map(QueryEmbeddings::new);
    }

    Optional<String> model() {
        return embedder.map(MemoryEmbeddings::model);
    }

    private static String model(Embedder embedder) {
        return embedder.model() + WAY;
    }

    /** The embedding of a text after another in the conversation; absent when the embedder is unavailable now. */
    Optional<TextEmbedding> of(String content, Optional<String> before) {
        return embedder.flatMap(known -> embed(known, content, before));
    }

    private static Optional<TextEmbedding> embed(Embedder embedder, String content, Optional<String> before) {
        String words = SpokenTurn.of(content).words();
        List<String> views = before.map(
                        said -> List.of(words, SpokenTurn.of(said).words() + "\n" + words))
                .orElse(List.of(words));
        try {
            return Optional.of(new TextEmbedding(model(embedder), Embedding.mean(embedder.embed(views))));
        } catch (Refusal refusal) {
            return unlessCancelled(refusal);
        }
    }

    /** The embedding of a query; absent when the embedder is unavailable now. */
    Optional<Embedding> of(String query) {
        try {
            return queries.map(
                    known -> known.of(new QueryParts(query, List.of(query))).getFirst());
        } catch (Refusal refusal) {
            return unlessCancelled(refusal);
        }
    }

    /** Computes and stores the embeddings in order, until the embedder is unavailable; whether all have one now. */
    boolean learn(MemoryStore store, List<Memory> memories) {
        for (Memory memory : memories) {
            Optional<TextEmbedding> embedding = of(memory.content(), before(store, memory));
            if (embedding.isEmpty()) {
                return false;
            }
            store.putEmbedding(memory.id(), embedding.get());
        }
        return true;
    }

    private static Optional<String> before(MemoryStore store, Memory memory) {
        if (memory.type() != MemoryType.CONVERSATION || memory.chatId().isEmpty()) {
            return Optional.empty();
        }
        MemoryFilter turns = new MemoryFilter(Optional.of(memory.type()), memory.chatId(), List.of());
        Cursor behind = new Cursor(memory.id().value());
        MemoryPage page = store.list(memory.userId(), turns, new PageRequest(new Limit(1), Optional.of(behind)));
        return page.page().items().stream().findFirst().map(Memory::content);
    }

    private static <T> Optional<T> unlessCancelled(Refusal refusal) {
        if (refusal.problem() instanceof CommonProblem.Cancelled) {
            throw refusal;
        }
        LOG.log(
                Level.WARNING,
                "the embedder is unavailable: {0}",
                refusal.problem().message());
        return Optional.empty();
    }
}
