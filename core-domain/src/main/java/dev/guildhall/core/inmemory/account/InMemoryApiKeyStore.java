package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.apikey.ApiKey;
import dev.guildhall.ports.apikey.ApiKeyHash;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.apikey.LiveApiKey;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public final class InMemoryApiKeyStore implements ApiKeyStore {
    private record Row(ApiKey key, ApiKeyHash hash) {}

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<ApiKeyId, Row> rows;
    private final UndoableMap<ApiKeyHash, ApiKeyId> byHash;

    public InMemoryApiKeyStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.rows = new UndoableMap<>(transactions);
        this.byHash = new UndoableMap<>(transactions);
    }

    @Override
    public void add(ApiKey key, ApiKeyHash hash) {
        transactions.run(() -> {
            rows.put(key.id(), new Row(key, hash));
            byHash.put(hash, key.id());
        });
    }

    @Override
    public Optional<ApiKey> find(ApiKeyId id) {
        return transactions.guarded(() -> rows.get(id).map(Row::key));
    }

    @Override
    public Optional<LiveApiKey> live(ApiKeyHash hash, Instant now) {
        return transactions.guarded(() -> byHash.get(hash).flatMap(id -> live(id, now)));
    }

    @Override
    public List<LiveApiKey> live(Collection<ApiKeyId> ids, Instant now) {
        return transactions.guarded(
                () -> ids.stream().flatMap(id -> live(id, now).stream()).toList());
    }

    private Optional<LiveApiKey> live(ApiKeyId id, Instant now) {
        return find(id).filter(key -> key.isLive(now))
                .flatMap(key -> stores.accounts()
                        .find(key.userId())
                        .map(account -> new LiveApiKey(key, account, countsFor(key))));
    }

    private UserId countsFor(ApiKey key) {
        return stores.groups()
                .ofServiceAccount(key.userId())
                .flatMap(group -> key.maker()
                        .filter(maker -> stores.accounts()
                                .find(maker)
                                .filter(account -> !account.rights().disabled())
                                .isPresent())
                        .or(() -> longestOwner(group)))
                .orElse(key.userId());
    }

    private Optional<UserId> longestOwner(GroupId group) {
        List<Membership> owners = new ArrayList<>();
        Optional<Cursor> next = Optional.empty();
        do {
            Page<GroupMember> page = stores.memberships().ofGroup(group, new PageRequest(new Limit(Limit.MAX), next));
            page.items().stream()
                    .map(GroupMember::membership)
                    .filter(member -> member.role() == GroupRole.OWNER)
                    .forEach(owners::add);
            next = page.next();
        } while (next.isPresent());
        return owners.stream()
                .min(Comparator.comparing(Membership::joinedAt)
                        .thenComparing(member -> member.id().value()))
                .flatMap(member -> stores.profiles().find(member.profileId()))
                .map(Profile::userId);
    }

    @Override
    public Page<ApiKey> list(Optional<UserId> userId, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                userId.map(this::all)
                        .orElseGet(() -> rows.where(row -> true).map(Row::key).toList()),
                page,
                ApiKey::id));
    }

    @Override
    public int count(UserId userId) {
        return transactions.guarded(() -> all(userId).size());
    }

    private List<ApiKey> all(UserId userId) {
        return rows.where(row -> row.key().userId().equals(userId))
                .map(Row::key)
                .toList();
    }

    @Override
    public void change(ApiKey key) {
        transactions.run(() -> rows.change(
                key.id(), row -> new Row(row.key().withName(key.name()).withLimits(key.limits()), row.hash())));
    }

    @Override
    public boolean remove(ApiKeyId id) {
        return transactions.guarded(() -> {
            Optional<Row> removed = rows.remove(id);
            removed.ifPresent(row -> byHash.remove(row.hash()));
            return removed.isPresent();
        });
    }

    @Override
    public List<ApiKeyId> removeAll(UserId userId) {
        return transactions.guarded(() -> {
            List<ApiKeyId> ids = all(userId).stream().map(ApiKey::id).toList();
            ids.forEach(this::remove);
            return ids;
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            List<ApiKey> own = all(user).stream().limit(most).toList();
            own.forEach(key -> remove(key.id()));
            List<Row> made = rows.where(row -> row.key().maker().equals(Optional.of(user)))
                    .limit(most - own.size())
                    .toList();
            made.forEach(row -> rows.put(row.key().id(), new Row(row.key().withoutMaker(), row.hash())));
            return own.size() + made.size();
        });
    }

    @Override
    public void noteUses(Map<ApiKeyId, Instant> uses) {
        transactions.run(() -> uses.forEach((id, time) ->
                rows.change(id, row -> new Row(row.key().usedAt(time), row.hash()))));
    }
}
