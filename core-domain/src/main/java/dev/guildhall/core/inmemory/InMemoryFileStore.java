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
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class InMemoryFileStore implements FileStore {
    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<FileId, StoredFile> files;

    public InMemoryFileStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.files = new UndoableMap<>(transactions);
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            int removed = files.removeWhere(file -> file.userId().equals(user), most);
            List<StoredFile> counted = files.where(
                            file -> file.countsFor().filter(user::equals).isPresent())
                    .limit(most - removed)
                    .toList();
            counted.forEach(file -> files.put(file.id(), file.countingForOwner()));
            return removed + counted.size();
        });
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
                added.forEach(file -> files.put(file.id(), counted(file)));
            }
            return fits;
        });
    }

    private StoredFile counted(StoredFile file) {
        return file.countsFor().flatMap(stores.accounts()::find).isPresent() ? file : file.countingForOwner();
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
        return transactions.guarded(
                () -> files.where(file -> file.countsFor().orElse(file.userId()).equals(userId))
                        .mapToLong(StoredFile::size)
                        .sum());
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
