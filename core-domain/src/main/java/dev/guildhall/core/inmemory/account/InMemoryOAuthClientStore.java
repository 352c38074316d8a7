package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.authorization.OAuthClient;
import dev.guildhall.ports.authorization.OAuthClientStore;
import dev.guildhall.ports.session.ClientId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

public final class InMemoryOAuthClientStore implements OAuthClientStore {
    private record Stored(OAuthClient client, Instant registeredAt, Optional<Instant> connectedAt) {
        /** The order in which clients beyond the limit are removed. */
        static final Comparator<Stored> LEAST_USED = Comparator.comparing(
                        (Stored one) -> one.connectedAt().isPresent())
                .thenComparing(one -> one.connectedAt().orElse(one.registeredAt()));
    }

    private final InMemoryTransactions transactions;
    private final UndoableMap<ClientId, Stored> clients;

    public InMemoryOAuthClientStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.clients = new UndoableMap<>(transactions);
    }

    @Override
    public void add(OAuthClient client, Instant now, int most) {
        transactions.run(() -> {
            if (clients.size() >= most) {
                clients.values().stream()
                        .sorted(Stored.LEAST_USED)
                        .limit(1L + clients.size() - most)
                        .toList()
                        .forEach(one -> clients.remove(one.client().id()));
            }
            clients.put(client.id(), new Stored(client, now, Optional.empty()));
        });
    }

    @Override
    public Optional<OAuthClient> find(ClientId id) {
        return transactions.guarded(() -> clients.get(id).map(Stored::client));
    }

    @Override
    public void connected(ClientId id, Instant now) {
        transactions.run(() -> clients.get(id)
                .ifPresent(one -> clients.put(id, new Stored(one.client(), one.registeredAt(), Optional.of(now)))));
    }

    @Override
    public int sweep(Instant registeredBefore, Instant connectedBefore, int most) {
        return transactions.guarded(() -> {
            List<Stored> old = clients.values().stream()
                    .filter(one -> one.connectedAt()
                            .map(connectedBefore::isAfter)
                            .orElse(one.registeredAt().isBefore(registeredBefore)))
                    .limit(most)
                    .toList();
            old.forEach(one -> clients.remove(one.client().id()));
            return old.size();
        });
    }
}
