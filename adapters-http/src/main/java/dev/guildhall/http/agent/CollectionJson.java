package dev.guildhall.http.agent;

import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.KnowledgeCollection;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.knowledge.PassageHit;
import dev.guildhall.wire.json.Json;
import org.jspecify.annotations.Nullable;

/** Collections of documents as JSON (section Knowledge). */
public final class CollectionJson {
    private CollectionJson() {}

    record OfCollection(
            String id,
            String owner,
            String name,
            @Nullable String description,
            String visibility,
            int documents,
            String createdAt,
            String updatedAt) {
        static OfCollection of(KnowledgeCollection collection) {
            return new OfCollection(
                    collection.id().value(),
                    collection.owner().value(),
                    collection.name(),
                    collection.description().isEmpty() ? null : collection.description(),
                    collection.audience().wireName(),
                    collection.documents(),
                    Json.timestamp(collection.createdAt()),
                    Json.timestamp(collection.updatedAt()));
        }
    }

    record OfDocument(
            String id,
            String collectionId,
            String name,
            long size,
            String contentType,
            String status,
            @Nullable String error,
            int pages,
            int passages,
            int embedded,
            String createdAt) {
        static OfDocument of(Document document) {
            return new OfDocument(
                    document.id().value(),
                    document.collection().value(),
                    document.name().value(),
                    document.size(),
                    document.contentType(),
                    document.status().wireName(),
                    document.error().orElse(null),
                    document.pages(),
                    document.passages(),
                    document.embedded(),
                    Json.timestamp(document.createdAt()));
        }
    }

    record OfHit(
            String documentId,
            String name,
            @Nullable Integer page,
            String heading,
            String text,
            double score,
            int number) {
        static OfHit of(PassageHit hit) {
            Passage passage = hit.passage();
            return new OfHit(
                    passage.document().value(),
                    hit.name(),
                    passage.page().orElse(null),
                    passage.heading(),
                    passage.text(),
                    hit.score(),
                    passage.number());
        }
    }

    record OfPassage(int number, @Nullable Integer page, String heading, String text) {
        static OfPassage of(Passage passage) {
            return new OfPassage(passage.number(), passage.page().orElse(null), passage.heading(), passage.text());
        }
    }

    /** A passage that an answer uses. */
    public record CitationJson(
            int n,
            String documentId,
            String name,
            @Nullable Integer page,
            String quote,
            @Nullable Integer passage) {
        public static CitationJson of(Citation citation) {
            return new CitationJson(
                    citation.number(),
                    citation.document().value(),
                    citation.name(),
                    citation.page().orElse(null),
                    citation.quote(),
                    citation.passage().orElse(null));
        }
    }
}
