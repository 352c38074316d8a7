package dev.guildhall.core.knowledge;

import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.core.file.FileService;
import dev.guildhall.core.file.StorageQuota;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.ReceivedFile;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.knowledge.CollectionChange;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.DocumentStatus;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.knowledge.KnowledgeCollection;
import dev.guildhall.ports.knowledge.KnowledgeQuery;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.NewCollection;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.knowledge.PassageHit;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.storage.Stores;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

public final class KnowledgeService implements Knowledge {
    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);
    private static final int REMOVED_AT_ONCE = 20;
    private static final int MOST_OF_PAGE = 200;

    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final KnowledgeStore store;
    private final CollectionAccess access;
    private final FileService files;
    private final StorageQuota quota;
    private final KnowledgeSearch search;
    private final KnowledgeLimits limits;

    KnowledgeService(
            InstantSource clock,
            IdSource ids,
            Stores stores,
            CollectionAccess access,
            FileService files,
            StorageQuota quota,
            KnowledgeSearch search,
            KnowledgeLimits limits) {
        this.clock = clock;
        this.ids = ids;
        this.stores = stores;
        this.store = stores.knowledge();
        this.access = access;
        this.files = files;
        this.quota = quota;
        this.search = search;
        this.limits = limits;
    }

    @Override
    public KnowledgeCollection create(Caller caller, NewCollection said) {
        Caller.User user = caller.requireUser();
        access.requireAudience(user, said.audience());
        Instant now = clock.instant();
        KnowledgeCollection made = new KnowledgeCollection(
                new CollectionId(ids.next("col")),
                user.userId(),
                user.countsForInsteadOf(user.userId()),
                said.name(),
                said.description(),
                said.audience(),
                0,
                now,
                now);
        if (!store.add(made, limits.collections())) {
            throw full("a user has at most " + limits.collections() + " collections");
        }
        return made;
    }

    private static Refusal full(String reason) {
        return new Refusal(
                new CommonProblem.RateLimited(RETRY_AFTER, CommonProblem.RateLimited.Counted.REQUESTS, reason));
    }

    @Override
    public Page<KnowledgeCollection> list(Caller caller, PageRequest page) {
        Caller.User user = caller.requireUser();
        Optional<UserId> reader = user.isAdmin() ? Optional.empty() : Optional.of(user.userId());
        return store.list(reader, access.groupsOf(user), page);
    }

    @Override
    public KnowledgeCollection find(Caller caller, CollectionId id) {
        return access.readable(caller.requireUser(), id);
    }

    @Override
    public KnowledgeCollection change(Caller caller, CollectionId id, CollectionChange change) {
        Caller.User user = caller.requireUser();
        KnowledgeCollection before = access.changeable(user, id);
        NewCollection said = change.applyTo(before);
        if (!said.audience().equals(before.audience())) {
            access.requireAudience(user, said.audience());
        }
        KnowledgeCollection after = before.described(said, clock.instant());
        store.change(after);
        return after;
    }

    /** In steps, so that no other transaction waits long; a collection that is left after a crash has fewer documents. */
    @Override
    public void delete(Caller caller, CollectionId id) {
        access.changeable(caller.requireUser(), id);
        boolean isRemoved;
        do {
            isRemoved = store.remove(id, REMOVED_AT_ONCE);
        } while (!isRemoved);
    }

    @Override
    public ReceivedFile receive(Caller caller, CollectionId id, FileName name, InputStream content) {
        access.changeable(caller.requireUser(), id);
        return files.receive(caller, name, content, limits.bytes());
    }

    @Override
    public Document add(Caller caller, CollectionId id, ReceivedFile file) {
        try {
            Document added = add(
                    caller.requireUser(), id, new Content(file.name(), file.size(), file.contentType(), file.sha256()));
            files.kept(caller, file);
            return added;
        } catch (Refusal refused) {
            files.discard(caller, List.of(file));
            throw refused;
        }
    }

    @Override
    public void discard(Caller caller, List<ReceivedFile> received) {
        files.discard(caller, received);
    }

    @Override
    public Document add(Caller caller, CollectionId id, FileId fileId) {
        StoredFile file = files.find(caller, fileId);
        return add(caller.requireUser(), id, new Content(file.name(), file.size(), file.contentType(), file.sha256()));
    }

    private record Content(FileName name, long size, String contentType, Sha256 sha256) {}

    private Document add(Caller.User user, CollectionId id, Content content) {
        KnowledgeCollection collection = access.changeable(user, id);
        Document document = new Document(
                new DocumentId(ids.next("doc")),
                id,
                collection.owner(),
                user.countsForInsteadOf(collection.owner()),
                content.name(),
                content.size(),
                content.contentType(),
                content.sha256(),
                DocumentStatus.INDEXING,
                Optional.empty(),
                0,
                0,
                0,
                clock.instant());
        boolean fits = stores.transactions().inTransaction(() -> {
            quota.requireRoom(document.countsFor().orElse(document.owner()), document.size());
            return store.add(document, limits.documents());
        });
        if (!fits) {
            access.readable(user, id);
            throw full("a collection has at most " + limits.documents() + " documents");
        }
        return document;
    }

    @Override
    public Page<Document> documents(Caller caller, CollectionId id, PageRequest page) {
        access.readable(caller.requireUser(), id);
        return store.documents(id, page);
    }

    @Override
    public Document document(Caller caller, DocumentId id) {
        Caller.User user = caller.requireUser();
        return store.find(id)
                .filter(document -> access.reads(user, document.collection()))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("document")));
    }

    @Override
    public void deleteDocument(Caller caller, DocumentId id) {
        Document document = document(caller, id);
        access.changeable(caller.requireUser(), document.collection());
        store.remove(id);
    }

    @Override
    public List<Passage> passages(Caller caller, DocumentId id, int from, int most) {
        return store.passages(document(caller, id).id(), from, most);
    }

    @Override
    public List<Passage> page(Caller caller, DocumentId id, int page) {
        return store.page(document(caller, id).id(), page, MOST_OF_PAGE);
    }

    @Override
    public List<PassageHit> search(Caller caller, List<CollectionId> collections, KnowledgeQuery query) {
        Caller.User user = caller.requireUser();
        collections.forEach(id -> access.readable(user, id));
        return search.search(user.countsFor(), collections, query);
    }
}
