package dev.guildhall.core.file;

import dev.guildhall.core.config.FileLimits;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.file.Files;
import dev.guildhall.ports.file.ReceivedFile;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.storage.Stores;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

public final class FileService implements Files {
    private final InstantSource clock;
    private final IdSource ids;
    private final Permissions permissions;
    private final Transactions transactions;
    private final FileStore files;
    private final KnowledgeStore documents;
    private final StorageQuota quota;
    private final BlobStore blobs;
    private final FileLimits limits;
    private final ReceivedBytes received;

    public FileService(
            InstantSource clock,
            IdSource ids,
            Permissions permissions,
            Stores stores,
            BlobStore blobs,
            FileLimits limits) {
        this.clock = clock;
        this.ids = ids;
        this.permissions = permissions;
        this.transactions = stores.transactions();
        this.files = stores.files();
        this.documents = stores.knowledge();
        this.quota = new StorageQuota(stores, limits.user());
        this.blobs = blobs;
        this.limits = limits;
        this.received = new ReceivedBytes(limits.unused());
    }

    @Override
    public ReceivedFile receive(Caller caller, FileName name, InputStream content) {
        return receive(caller, name, content, limits.file());
    }

    /** As {@link #receive(Caller, FileName, InputStream)}, with another limit of its bytes. */
    public ReceivedFile receive(Caller caller, FileName name, InputStream content, long mostOfFile) {
        UserId countsFor = caller.requireUser().countsFor();
        long left = quota.left(countsFor);
        long most = Math.min(mostOfFile, left - received.of(countsFor, clock.instant()));
        if (most <= 0) {
            throw quota.exceeded();
        }
        CountedInput counted = new CountedInput(content, received, countsFor, left, clock, quota::exceeded);
        Optional<BlobStore.Written> stored = Optional.empty();
        try {
            byte[] first = counted.readNBytes(ContentTypes.BYTES);
            InputStream whole = new SequenceInputStream(new ByteArrayInputStream(first), counted);
            stored = Optional.of(write(whole, most, mostOfFile));
            return new ReceivedFile(name, ContentTypes.of(first), stored.get());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } finally {
            counted.discount();
            stored.ifPresent(
                    written -> received.add(countsFor, written.blob().size(), Long.MAX_VALUE, clock.instant()));
        }
    }

    private BlobStore.Written write(InputStream content, long most, long mostOfFile) {
        try {
            return blobs.write(content, most);
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof CommonProblem.Invalid) {
                throw new Refusal(
                        most == mostOfFile
                                ? new FileProblem.TooLarge(mostOfFile)
                                : new FileProblem.QuotaExceeded(limits.user()));
            }
            throw refusal;
        }
    }

    @Override
    public List<StoredFile> keep(Caller caller, List<ReceivedFile> sent) {
        Caller.User user = caller.requireUser();
        UserId countsFor = user.countsFor();
        Instant now = clock.instant();
        List<StoredFile> kept = sent.stream()
                .map(file -> new StoredFile(
                        new FileId(ids.next("file")),
                        user.userId(),
                        user.countsForInsteadOf(user.userId()),
                        file.name(),
                        file.size(),
                        file.contentType(),
                        file.sha256(),
                        now))
                .toList();
        boolean fits = transactions.inTransaction(() -> {
            files.lock(countsFor);
            return files.add(countsFor, kept, quota.leftForFiles(countsFor));
        });
        if (!fits) {
            discard(caller, sent);
            throw quota.exceeded();
        }
        sent.forEach(file -> received.remove(countsFor, file.size()));
        return kept;
    }

    /** The content counts for a document from now on. */
    public void kept(Caller caller, ReceivedFile file) {
        received.remove(caller.requireUser().countsFor(), file.size());
    }

    /**
     * Content that another upload has stored meanwhile is that upload's. Content of the form's own that stays counts
     * until it is swept, as the quota would have no end otherwise.
     */
    @Override
    public void discard(Caller caller, List<ReceivedFile> unkept) {
        UserId countsFor = caller.requireUser().countsFor();
        Map<Sha256, List<ReceivedFile>> byContent =
                unkept.stream().collect(Collectors.groupingBy(ReceivedFile::sha256));
        Set<Sha256> inUse = inUse(byContent.keySet());
        byContent.forEach((content, same) -> {
            BlobStore.Written written = lastOf(same);
            boolean isGone = inUse.contains(content) || !written.isNew() || blobs.undo(written);
            same.stream().skip(isGone ? 0 : 1).forEach(file -> received.remove(countsFor, file.size()));
        });
    }

    /** All writes of a content by one form, as one: a form may have the same file several times. */
    private static BlobStore.Written lastOf(List<ReceivedFile> same) {
        boolean isNew = same.stream().anyMatch(file -> file.written().isNew());
        BlobStore.Written last = same.getLast().written();
        return new BlobStore.Written(last.blob(), isNew, last.at());
    }

    @Override
    public Page<StoredFile> list(Caller caller, UserId userId, PageRequest page) {
        permissions.requireSelf(caller.requireUser(), userId);
        return files.ofUser(userId, page);
    }

    @Override
    public StoredFile find(Caller caller, FileId id) {
        Caller.User user = caller.requireUser();
        return files.find(id)
                .filter(file -> permissions.sees(user, file.userId()))
                .orElseThrow(FileService::noSuchFile);
    }

    @Override
    public Content open(Caller caller, FileId id) {
        StoredFile file = find(caller, id);
        return blobs.open(file.sha256())
                .map(stream -> new Content(file.size(), stream))
                .orElseThrow(() -> new IllegalStateException("the content of " + id.value() + " is missing"));
    }

    @Override
    public void delete(Caller caller, FileId id) {
        files.remove(find(caller, id).id());
    }

    public void sweep() {
        blobs.sweep(clock.instant().minus(limits.unused()), this::inUse);
    }

    private Set<Sha256> inUse(Set<Sha256> contents) {
        Set<Sha256> used = new HashSet<>(files.inUse(contents));
        used.addAll(documents.inUse(contents));
        return used;
    }

    private static Refusal noSuchFile() {
        return new Refusal(new CommonProblem.NotFound("file"));
    }
}
