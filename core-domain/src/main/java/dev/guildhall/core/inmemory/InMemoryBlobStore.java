package dev.guildhall.core.inmemory;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

public final class InMemoryBlobStore implements BlobStore {
    /** Content, and when it was last stored. Another put creates another entry, also for the same content. */
    private static final class Entry {
        final byte[] content;
        final Instant put;

        Entry(byte[] content, Instant put) {
            this.content = content;
            this.put = put;
        }
    }

    private final InstantSource clock;
    private final Map<Sha256, Entry> entries = new ConcurrentHashMap<>();

    public InMemoryBlobStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Written write(InputStream content, long most) {
        try {
            byte[] bytes = content.readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, most + 1));
            if (bytes.length > most) {
                throw Refusal.invalid("content", "must not be longer than " + most + " bytes");
            }
            Sha256 digest = Sha256.of(bytes);
            Instant now = clock.instant();
            AtomicBoolean isNew = new AtomicBoolean(true);
            Entry entry = entries.compute(digest, (key, before) -> {
                isNew.set(before == null);
                return new Entry(bytes, before == null || now.isAfter(before.put) ? now : before.put.plusNanos(1));
            });
            return new Written(new Blob(digest, bytes.length), isNew.get(), entry.put);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public boolean undo(Written written) {
        Sha256 content = written.blob().content();
        return written.isNew()
                && entries.computeIfPresent(content, (key, entry) -> entry.put.equals(written.at()) ? null : entry)
                        == null;
    }

    @Override
    public Optional<Blob> find(Sha256 content) {
        return Optional.ofNullable(entries.get(content)).map(entry -> new Blob(content, entry.content.length));
    }

    @Override
    public Optional<InputStream> open(Sha256 content) {
        return Optional.ofNullable(entries.get(content)).map(entry -> new ByteArrayInputStream(entry.content));
    }

    @Override
    public void sweep(Instant before, UnaryOperator<Set<Sha256>> used) {
        Map<Sha256, Entry> old = new HashMap<>();
        entries.forEach((content, entry) -> {
            if (entry.put.isBefore(before)) {
                old.put(content, entry);
            }
        });
        Set<Sha256> inUse = used.apply(Set.copyOf(old.keySet()));
        old.forEach((content, entry) -> {
            if (!inUse.contains(content)) {
                entries.remove(content, entry);
            }
        });
    }
}
