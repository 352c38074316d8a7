package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.integration.ImportResult;
import dev.guildhall.ports.integration.IntegrationStore;
import dev.guildhall.ports.integration.StoredIntegration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class InMemoryIntegrationStore implements IntegrationStore {
    private final InMemoryTransactions transactions;
    private final UndoableMap<Integration.Key, StoredIntegration> integrations;
    private final UndoableMap<Integration.Key, String> documents;
    private final UndoableMap<Integration.Key, IntegrationLogo> logos;
    private long revision;

    InMemoryIntegrationStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.integrations = new UndoableMap<>(transactions);
        this.documents = new UndoableMap<>(transactions);
        this.logos = new UndoableMap<>(transactions);
    }

    @Override
    public long revision() {
        return transactions.guarded(() -> revision);
    }

    @Override
    public List<StoredIntegration> of(Optional<UserId> owner) {
        return transactions.guarded(() -> integrations.values().stream()
                .filter(stored -> stored.key().owner().equals(owner))
                .sorted(Comparator.comparing(stored -> stored.key().name()))
                .toList());
    }

    /** An open transaction has the lock of all stores. */
    @Override
    public List<StoredIntegration> lock(Optional<UserId> owner) {
        return of(owner);
    }

    @Override
    public Optional<StoredIntegration> find(Integration.Key key) {
        return transactions.guarded(() -> integrations.get(key));
    }

    @Override
    public List<UserId> owners(IntegrationName name) {
        return transactions.guarded(() -> integrations.values().stream()
                .map(StoredIntegration::key)
                .filter(key -> key.name().equals(name))
                .flatMap(key -> key.owner().stream())
                .sorted(Comparator.comparing(UserId::value))
                .toList());
    }

    @Override
    public long documents(Optional<UserId> owner) {
        return transactions.guarded(() -> of(owner).stream()
                .flatMap(stored -> documents.get(stored.key()).stream())
                .mapToLong(String::length)
                .sum());
    }

    @Override
    public Optional<String> document(Integration.Key key) {
        return transactions.guarded(() -> documents.get(key));
    }

    /** An undo leaves the revision, since a number without a change only lets readers read the same again. */
    @Override
    public void put(StoredIntegration integration, Optional<String> document) {
        transactions.run(() -> {
            revision++;
            integrations.put(integration.key(), integration);
            document.ifPresent(text -> documents.put(integration.key(), text));
        });
    }

    @Override
    public void remove(Integration.Key key) {
        transactions.run(() -> {
            revision++;
            integrations.remove(key);
            documents.remove(key);
            logos.remove(key);
        });
    }

    @Override
    public void imported(Integration.Key key, int version, ImportResult result) {
        transactions.run(() -> integrations
                .get(key)
                .filter(stored -> stored.version() == version)
                .ifPresent(stored -> integrations.put(
                        key,
                        new StoredIntegration(
                                stored.definition(), version, stored.createdAt(), stored.demand(), result))));
    }

    @Override
    public void demanded(Integration.Key key, SignInDemand demand) {
        transactions.run(() -> integrations.get(key).ifPresent(stored -> {
            revision++;
            integrations.put(
                    key,
                    new StoredIntegration(
                            stored.definition(),
                            stored.version(),
                            stored.createdAt(),
                            Optional.of(demand),
                            stored.result()));
        }));
    }

    @Override
    public Optional<IntegrationLogo> logo(Integration.Key key) {
        return transactions.guarded(() -> logos.get(key));
    }

    @Override
    public Map<IntegrationName, Instant> logos(Optional<UserId> owner) {
        return transactions.guarded(() -> logos.keys().stream()
                .filter(key -> key.owner().equals(owner))
                .collect(Collectors.toMap(
                        Integration.Key::name,
                        key -> logos.get(key).orElseThrow().fetchedAt())));
    }

    @Override
    public void putLogo(Integration.Key key, IntegrationLogo logo) {
        transactions.run(() -> logos.put(key, logo));
    }

    @Override
    public void removeLogo(Integration.Key key) {
        transactions.run(() -> logos.remove(key));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            List<Integration.Key> own = Stream.concat(integrations.keys().stream(), logos.keys().stream())
                    .filter(key -> key.owner().equals(Optional.of(user)))
                    .distinct()
                    .limit(most)
                    .toList();
            own.forEach(this::remove);
            return own.size();
        });
    }
}
