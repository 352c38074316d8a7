package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.run.Sha256;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files of users in memory. Thread-safe. */
public final class InMemoryFileStore implements FileStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<FileId, StoredFile> files;

    public InMemoryFileStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.files = new UndoableMap<>(transactions);
        transactions.onErase(user -> files.removeWhere(file -> file.userId().equals(user)));
    }

    private Stream<StoredFile> of(UserId userId) {
        return files.where(file -> file.userId().equals(userId));
    }

    @Override
    public boolean add(UserId userId, List<StoredFile> added, long most) {
        return transactions.guarded(() -> {
            long size = added.stream().mapToLong(StoredFile::size).sum();
            boolean fits = bytesOf(userId) + size <= most;
            if (fits) {
                added.forEach(file -> files.put(file.id(), file));
            }
            return fits;
        });
    }

    @Override
    public void lock(UserId userId) {
        transactions.requireOpen();
    }

    @Override
    public Optional<StoredFile> find(FileId id) {
        return transactions.guarded(() -> files.get(id));
    }

    @Override
    public Page<StoredFile> ofUser(UserId userId, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(of(userId).toList(), page, StoredFile::id));
    }

    @Override
    public long bytesOf(UserId userId) {
        return transactions.guarded(() -> of(userId).mapToLong(StoredFile::size).sum());
    }

    @Override
    public void remove(FileId id) {
        transactions.run(() -> files.remove(id));
    }

    @Override
    public Set<Sha256> inUse(Set<Sha256> contents) {
        return transactions.guarded(() -> files.values().stream()
                .map(StoredFile::sha256)
                .filter(contents::contains)
                .collect(Collectors.toUnmodifiableSet()));
    }
}
