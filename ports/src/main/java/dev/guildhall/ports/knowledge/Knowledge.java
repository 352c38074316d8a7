package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.ReceivedFile;
import java.io.InputStream;
import java.util.List;

/**
 * Driving port: collections of documents, and searches in them (section Knowledge). Refuses with {@code
 * CommonProblem.Unauthenticated}; with {@code NotFound} for what does not exist or what the caller does not read; with
 * {@code Forbidden} for a change by a caller who reads the collection and is not its owner.
 * Every method blocks.
 */
public interface Knowledge {
    /**
     * Makes a collection of the caller (knowledge-1).
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code RateLimited} when the caller has the most collections; with
     *     {@code Forbidden} when it is for everyone and the caller is no administrator; with {@code NotFound} when it is
     *     for a group that the caller does not see
     */
    KnowledgeCollection create(Caller caller, NewCollection collection);

    /** The collections that the caller reads, newest first; of an administrator those of all users (knowledge-2). */
    Page<KnowledgeCollection> list(Caller caller, PageRequest page);

    /** A collection. */
    KnowledgeCollection find(Caller caller, CollectionId id);

    /**
     * Changes a collection.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #create}
     */
    KnowledgeCollection change(Caller caller, CollectionId id, CollectionChange change);

    /** Removes a collection with its documents. */
    void delete(Caller caller, CollectionId id);

    /**
     * Receives the content of a document. It becomes a document when {@link #add(Caller, CollectionId, ReceivedFile)}
     * stores it (knowledge-3).
     *
     * @param content is read to its end and not closed
     * @throws dev.guildhall.ports.problem.Refusal as {@code Files.receive}
     */
    ReceivedFile receive(Caller caller, CollectionId id, FileName name, InputStream content);

    /**
     * Stores a document that has been received, and lets it be indexed. One that is refused is discarded.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code RateLimited} when the collection has the most documents;
     *     with {@code FileProblem.QuotaExceeded}
     */
    Document add(Caller caller, CollectionId id, ReceivedFile file);

    /** Removes the content of files that will not be documents, as {@code Files.discard}. */
    void discard(Caller caller, List<ReceivedFile> files);

    /**
     * Makes a document of a file of the caller, which stays.
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #add(Caller, CollectionId, ReceivedFile)}
     */
    Document add(Caller caller, CollectionId id, FileId file);

    /** The documents of a collection, newest first. */
    Page<Document> documents(Caller caller, CollectionId id, PageRequest page);

    /** A document of any collection that the caller reads. */
    Document document(Caller caller, DocumentId id);

    /** Removes a document, and ends its indexing. */
    void deleteDocument(Caller caller, DocumentId id);

    /**
     * Passages of a document in their order, to show one of them in its place (knowledge-9).
     *
     * @param from the number of the first one, 0 or more
     * @param most how many at most, 1 to 200
     */
    List<Passage> passages(Caller caller, DocumentId id, int from, int most);

    /**
     * The passages of a page of a document in their order; none when it has no such page.
     *
     * @param page 1 or more
     */
    List<Passage> page(Caller caller, DocumentId id, int page);

    /**
     * The passages that answer a query best, best first (knowledge-7).
     *
     * @param ids one or more collections
     * @throws dev.guildhall.ports.problem.Refusal with {@code Unavailable} when too many searches wait
     */
    List<PassageHit> search(Caller caller, List<CollectionId> ids, KnowledgeQuery query);
}
