package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Stores nothing: counting tests takes no screenshots. */
enum DiscardingBlobStore implements BlobStore {
    STORE;

    @Override
    public Written write(InputStream content, long most) {
        throw new IllegalStateException("no content is stored");
    }

    @Override
    public boolean undo(Written written) {
        return false;
    }

    @Override
    public Optional<Blob> find(Sha256 content) {
        return Optional.empty();
    }

    @Override
    public Optional<InputStream> open(Sha256 content) {
        return Optional.empty();
    }

    @Override
    public void sweep(Instant before, UnaryOperator<Set<Sha256>> used) {
        // There is nothing to delete.
    }
}
