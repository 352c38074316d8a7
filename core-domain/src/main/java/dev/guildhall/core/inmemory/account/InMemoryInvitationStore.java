package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.invitation.Invitation;
import dev.guildhall.ports.invitation.InvitationId;
import dev.guildhall.ports.invitation.InvitationStore;
import java.time.Instant;
import java.util.Optional;

public final class InMemoryInvitationStore implements InvitationStore {
    /** An invitation; a used or revoked one cannot be used. */
    private record Entry(String hash, Invitation invitation, boolean isUnused) {
        boolean isOpen(Instant now) {
            return isUnused && now.isBefore(invitation.expiresAt());
        }

        Entry used() {
            return new Entry(hash, invitation, false);
        }
    }

    private final InMemoryTransactions transactions;
    private final UndoableMap<String, Entry> entries;

    public InMemoryInvitationStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.entries = new UndoableMap<>(transactions);
    }

    @Override
    public void add(Invitation invitation, String hash) {
        transactions.run(() -> entries.put(hash, new Entry(hash, invitation, true)));
    }

    @Override
    public Optional<Invitation> find(String hash, Instant now) {
        return transactions.guarded(
                () -> entries.get(hash).filter(entry -> entry.isOpen(now)).map(Entry::invitation));
    }

    @Override
    public Optional<Invitation> take(String hash, Instant now) {
        return transactions.guarded(() -> {
            Optional<Invitation> found = find(hash, now);
            found.ifPresent(taken -> entries.change(hash, Entry::used));
            return found;
        });
    }

    @Override
    public Page<Invitation> list(Instant now, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                entries.where(entry -> entry.isOpen(now)).map(Entry::invitation).toList(), page, Invitation::id));
    }

    @Override
    public Page<Invitation> ofGroup(GroupId group, Instant now, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                entries.where(entry -> entry.isOpen(now)
                                && entry.invitation().roleIn(group).isPresent())
                        .map(Entry::invitation)
                        .toList(),
                page,
                Invitation::id));
    }

    @Override
    public Optional<Invitation> open(InvitationId id, Instant now) {
        return transactions.guarded(
                () -> entries.where(entry -> entry.invitation().id().equals(id) && entry.isOpen(now))
                        .map(Entry::invitation)
                        .findFirst());
    }

    @Override
    public int countOpen(Instant now) {
        return transactions.guarded(
                () -> (int) entries.where(entry -> entry.isOpen(now)).count());
    }

    @Override
    public int countMailed(UserId inviter, Instant since) {
        return transactions.guarded(() -> (int) entries.where(entry -> {
                    Invitation made = entry.invitation();
                    return made.inviter().equals(inviter)
                            && made.email().isPresent()
                            && !made.createdAt().isBefore(since);
                })
                .count());
    }

    @Override
    public boolean revoke(InvitationId id, Instant now) {
        return transactions.guarded(() -> {
            Optional<Entry> found = entries.where(
                            entry -> entry.invitation().id().equals(id) && entry.isOpen(now))
                    .findFirst();
            found.ifPresent(entry -> entries.put(entry.hash(), entry.used()));
            return found.isPresent();
        });
    }

    @Override
    public int sweep(Instant before, int most) {
        return transactions.guarded(() -> entries.removeWhere(
                entry -> entry.invitation().createdAt().isBefore(before) && !entry.isOpen(before), most));
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(
                () -> entries.removeWhere(entry -> entry.invitation().inviter().equals(user), most));
    }
}
