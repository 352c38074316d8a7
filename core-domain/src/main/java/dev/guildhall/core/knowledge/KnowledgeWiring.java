package dev.guildhall.core.knowledge;

import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.core.file.FileService;
import dev.guildhall.core.file.StorageQuota;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.knowledge.DocumentParser;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.KnowledgeStore.Work;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.storage.Stores;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Wires collections of documents. Used once. */
public final class KnowledgeWiring {
    private final InstantSource clock;
    private final Ticker ticker;
    private final Transactions transactions;
    private final KnowledgeStore store;
    private final KnowledgeLimits limits;
    private final PassageEmbeddings embeddings;
    private final KnowledgeService service;

    public KnowledgeWiring(
            InstantSource clock,
            Ticker ticker,
            IdSource ids,
            Stores stores,
            Permissions permissions,
            FileService files,
            StorageQuota quota,
            Optional<Embedder> embedder,
            KnowledgeLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.transactions = stores.transactions();
        this.store = stores.knowledge();
        this.limits = limits;
        this.embeddings = new PassageEmbeddings(embedder);
        this.service = new KnowledgeService(
                clock,
                ids,
                stores,
                new CollectionAccess(stores, permissions),
                files,
                quota,
                new KnowledgeSearch(clock, store, embeddings, limits.index()),
                limits);
    }

    public Knowledge service() {
        return service;
    }

    /** The workers of a node that reads documents. */
    public List<Runnable> background(BlobStore blobs, DocumentParser parser) {
        List<Runnable> workers = new ArrayList<>();
        DocumentReading reading = new DocumentReading(clock, store, blobs, parser, limits);
        for (int i = 0; i < limits.readers(); i++) {
            workers.add(new IndexWorker(
                    clock,
                    ticker,
                    store,
                    Work.WORDS,
                    embeddings.model(),
                    claims -> claims.forEach(reading::read),
                    limits));
        }
        if (embeddings.isPresent()) {
            DocumentEmbedding embedding = new DocumentEmbedding(clock, transactions, store, embeddings, limits);
            workers.add(
                    new IndexWorker(clock, ticker, store, Work.MEANING, embeddings.model(), embedding::embed, limits));
        }
        return workers;
    }
}
