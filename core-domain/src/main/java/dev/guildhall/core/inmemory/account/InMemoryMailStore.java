package dev.guildhall.core.inmemory.account;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.mail.MailId;
import dev.guildhall.ports.mail.MailStore;
import dev.guildhall.ports.mail.QueuedMail;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

public final class InMemoryMailStore implements MailStore {
    private record Entry(QueuedMail mail, Instant due) {
        Entry claimed(Instant again) {
            QueuedMail next = new QueuedMail(
                    mail.id(), mail.kind(), mail.to(), mail.secret(), mail.createdAt(), mail.attempts() + 1);
            return new Entry(next, again);
        }
    }

    private final InMemoryTransactions transactions;
    private final UndoableMap<MailId, Entry> entries;

    public InMemoryMailStore(InMemoryTransactions transactions) {
        this.transactions = transactions;
        this.entries = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(QueuedMail mail, int most) {
        return transactions.guarded(
                () -> entries.size() < most && entries.add(mail.id(), new Entry(mail, mail.createdAt())));
    }

    @Override
    public List<QueuedMail> claim(Instant now, Instant again, int most) {
        return transactions.guarded(() -> {
            List<Entry> claimed = entries.where(entry -> !entry.due().isAfter(now))
                    .sorted(Comparator.comparing(Entry::due))
                    .limit(most)
                    .map(entry -> entry.claimed(again))
                    .toList();
            claimed.forEach(entry -> entries.put(entry.mail().id(), entry));
            return claimed.stream().map(Entry::mail).toList();
        });
    }

    @Override
    public void postpone(MailId id, Instant due) {
        transactions.run(() -> entries.change(id, entry -> new Entry(entry.mail(), due)));
    }

    @Override
    public void remove(MailId id) {
        transactions.run(() -> entries.remove(id));
    }
}
