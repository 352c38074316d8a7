package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.run.Sha256;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Driven port: collections, their documents and passages; they are deleted with the account of their owner. What
 * counted for a deleted account counts for its owner then. The documents that are not yet indexed are the queue of the
 * indexing: a node claims one for a time, and another node may claim it after that. Blocks. Takes part in {@code
 * Transactions}.
 */
public interface KnowledgeStore extends UserData {
    /**
     * Stores a new collection.
     *
     * @param most how many collections may count for its user
     * @return false, with nothing written, when there would be more; also correct for concurrent calls
     */
    boolean add(KnowledgeCollection collection, int most);

    /** The collection; empty when there is none. */
    Optional<KnowledgeCollection> find(CollectionId id);

    /**
     * Collections, newest first.
     *
     * @param reader the user who owns them, or reads them with everyone; absent for those of all users
     * @param groups the groups that the reader is in
     */
    Page<KnowledgeCollection> list(Optional<UserId> reader, List<GroupId> groups, PageRequest page);

    /** Replaces what the owner says of a collection; nothing happens when there is none. */
    void change(KnowledgeCollection collection);

    /** Makes all collections of an owner private, whose account was removed. */
    void unshare(UserId owner);

    /**
     * Removes documents of a collection, and at last the collection.
     *
     * @param most how many documents at most, more than 0
     * @return whether the collection is removed
     */
    boolean remove(CollectionId id, int most);

    /**
     * Stores a new document, which waits for its indexing.
     *
     * @param most how many documents its collection may have
     * @return false, with nothing written, when there would be more, or when there is no such collection; also correct
     *     for concurrent calls
     */
    boolean add(Document document, int most);

    /** The document; empty when there is none. */
    Optional<Document> find(DocumentId id);

    /** The documents of a collection, newest first. */
    Page<Document> documents(CollectionId id, PageRequest page);

    /** Removes a document with its passages; nothing happens when there is none. */
    void remove(DocumentId id);

    /** How many bytes the documents that count for a user have together. */
    long bytesOf(UserId userId);

    /** Those of the given contents that belong to a document. */
    Set<Sha256> inUse(Set<Sha256> contents);

    /** What indexing does with a document. */
    enum Work {
        /** It reads the document, and stores its passages with their words. */
        WORDS,
        /** It computes the embeddings of passages. */
        MEANING
    }

    /**
     * A document that one node indexes.
     *
     * @param work what the node does with it
     * @param document the document
     * @param attempt how often this work was begun, 1 or more: what an earlier attempt writes has no effect
     */
    record Claim(Work work, Document document, int attempt) {}

    /**
     * Claims documents of one user, in turn among the users who wait (knowledge-6).
     *
     * @param model the model of embeddings; documents with those of another one wait for their meaning again
     * @param after the user of the last turn: the next users in the order of their identifiers come first
     * @param most how many documents at most, more than 0, and how many of their passages wait for embeddings: only a
     *     document that is claimed alone may have more
     * @param until when another claim may take the documents
     * @return in the order of their identifiers; empty when none waits
     */
    List<Claim> claim(Work work, String model, Optional<UserId> after, int most, Instant now, Instant until);

    /**
     * Reports progress, and keeps the claim.
     *
     * @param pages how many pages were read
     * @return false when the claim is lost, or the document was removed
     */
    boolean progress(Claim claim, int pages, Instant until);

    /** Lets the document be claimed again at that time; nothing happens when the claim is lost. */
    void release(Claim claim, Instant due);

    /**
     * Ends the work of a claim: the document has failed. Nothing happens when the claim is lost.
     *
     * @param error why, in one sentence
     */
    void fail(Claim claim, String error);

    /**
     * Stores the passages of a document, which is ready then and waits for its meaning.
     *
     * @param pages how many pages it has
     * @param passages all, in their order
     * @param words the index of their words
     * @return false, with nothing written, when the claim is lost
     */
    boolean putPassages(Claim claim, int pages, List<Passage> passages, byte[] words);

    /**
     * Stores embeddings of passages; with the last ones nothing is left to do for the document.
     *
     * @param from the number of the first passage; 0 removes those of another model
     * @param count how many passages
     * @param embeddings of these passages
     * @param until when another claim may take what is left of the document
     * @return false, with nothing written, when the claim is lost
     */
    boolean putEmbeddings(Claim claim, String model, int from, int count, byte[] embeddings, Instant until);

    /** Passages of a document in their order, from a number on. */
    List<Passage> passages(DocumentId id, int from, int most);

    /** The passages of a page in their order, at most so many. */
    List<Passage> page(DocumentId id, int page, int most);

    /** The passages with these numbers, in any order; those that do not exist are left out. */
    List<Passage> passages(Map<DocumentId, ? extends Collection<Integer>> numbers);

    /**
     * A document that searches find.
     *
     * @param id the document
     * @param name the name of its file
     * @param passages how many it has
     * @param embedded how many of them have embeddings of the model
     */
    record Searchable(DocumentId id, String name, int passages, int embedded) {}

    /** The documents of collections that searches find, in the order of their identifiers. */
    List<Searchable> searchable(Collection<CollectionId> ids, String model);

    /** The indexes of the words of documents; those that do not exist are left out. */
    Map<DocumentId, byte[]> words(Collection<DocumentId> ids);

    /** The embeddings of documents, in the order of their passages; documents without are left out. */
    Map<DocumentId, List<byte[]>> embeddings(Collection<DocumentId> ids, String model);
}
