package dev.guildhall.core.inmemory;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentStatus;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.Passage;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A document with what indexing has made of it. */
@SuppressWarnings("ArrayRecordComponent") // It is never compared.
record IndexedDocument(
        Document document,
        Optional<KnowledgeStore.Work> work,
        int attempts,
        Instant due,
        String model,
        List<Passage> passages,
        byte[] words,
        NavigableMap<Integer, byte[]> embeddings) {
    static IndexedDocument waiting(Document document) {
        return new IndexedDocument(
                document,
                Optional.of(KnowledgeStore.Work.WORDS),
                0,
                document.createdAt(),
                "",
                List.of(),
                new byte[0],
                new TreeMap<>());
    }

    boolean isDue(KnowledgeStore.Work wanted, String wantedModel, Instant now) {
        boolean isStale = wanted == KnowledgeStore.Work.MEANING
                && work.isEmpty()
                && document.status() == DocumentStatus.READY
                && !model.equals(wantedModel);
        return isStale || (work.equals(Optional.of(wanted)) && !due.isAfter(now));
    }

    int embeddedBy(String wanted) {
        return model.equals(wanted) ? document.embedded() : 0;
    }

    IndexedDocument claimed(KnowledgeStore.Work wanted, String wantedModel, Instant until) {
        return new IndexedDocument(
                with(document.status(), document.error(), document.pages(), embeddedBy(wantedModel)),
                Optional.of(wanted),
                attempts + 1,
                until,
                model,
                passages,
                words,
                embeddings);
    }

    IndexedDocument dueAt(Instant time) {
        return new IndexedDocument(document, work, attempts, time, model, passages, words, embeddings);
    }

    IndexedDocument read(int pages) {
        return of(with(document.status(), document.error(), pages, document.embedded()), work);
    }

    IndexedDocument failed(String error) {
        return of(
                with(DocumentStatus.FAILED, Optional.of(error), document.pages(), document.embedded()),
                Optional.empty());
    }

    private IndexedDocument of(Document now, Optional<KnowledgeStore.Work> left) {
        return new IndexedDocument(now, left, attempts, due, model, passages, words, embeddings);
    }

    IndexedDocument ready(List<Passage> all, byte[] index) {
        return new IndexedDocument(
                counting(
                        with(DocumentStatus.READY, Optional.empty(), document.pages(), 0),
                        document.countsFor(),
                        all.size()),
                Optional.of(KnowledgeStore.Work.MEANING),
                0,
                document.createdAt(),
                "",
                List.copyOf(all),
                index.clone(),
                new TreeMap<>());
    }

    IndexedDocument embedded(String by, int from, int count, byte[] more) {
        NavigableMap<Integer, byte[]> all = new TreeMap<>(embeddings.headMap(from, false));
        all.put(from, more.clone());
        boolean isWhole = from + count >= passages.size();
        return new IndexedDocument(
                with(document.status(), document.error(), document.pages(), from + count),
                isWhole ? Optional.empty() : work,
                attempts,
                due,
                by,
                passages,
                words,
                all);
    }

    IndexedDocument countingForOwner() {
        return of(counting(document, Optional.empty(), document.passages()), work);
    }

    private Document with(DocumentStatus status, Optional<String> error, int pages, int embedded) {
        return new Document(
                document.id(),
                document.collection(),
                document.owner(),
                document.countsFor(),
                document.name(),
                document.size(),
                document.contentType(),
                document.sha256(),
                status,
                error,
                pages,
                document.passages(),
                embedded,
                document.createdAt());
    }

    private static Document counting(Document of, Optional<UserId> countsFor, int passages) {
        return new Document(
                of.id(),
                of.collection(),
                of.owner(),
                countsFor,
                of.name(),
                of.size(),
                of.contentType(),
                of.sha256(),
                of.status(),
                of.error(),
                of.pages(),
                passages,
                of.embedded(),
                of.createdAt());
    }
}
