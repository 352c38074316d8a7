package dev.guildhall.testkit;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A store of contents on a disk that is full. Thread-safe. */
public final class FullStore implements BlobStore {
    public FullStore() {}

    @Override
    public Written write(InputStream content, long most) {
        throw new Refusal(CommonProblem.Unavailable.full("storage of files"));
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
    public void sweep(Instant before, UnaryOperator<Set<Sha256>> used) {}
}
