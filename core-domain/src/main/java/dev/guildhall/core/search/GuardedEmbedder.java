package dev.guildhall.core.search;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.PassedEmbeddings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * An embedder that reports unexpected exceptions of another one as unavailable, for example a library that cannot be
 * loaded: searches then use only words. The exception is logged from time to time.
 */
public final class GuardedEmbedder implements Embedder {
    private static final Logger LOG = System.getLogger(GuardedEmbedder.class.getName());

    /** How long the same failure is not logged again. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final Embedder embedder;
    private final InstantSource clock;
    private final AtomicReference<Instant> quietUntil = new AtomicReference<>(Instant.MIN);

    public GuardedEmbedder(Embedder embedder, InstantSource clock) {
        this.embedder = embedder;
        this.clock = clock;
    }

    @Override
    public String model() {
        return embedder.model();
    }

    @Override
    public Optional<URI> address() {
        return embedder.address();
    }

    @Override
    public List<Embedding> embed(List<String> texts) {
        return steadily(() -> embedder.embed(texts));
    }

    @Override
    public List<Embedding> embedQueries(List<String> queries) {
        return steadily(() -> embedder.embedQueries(queries));
    }

    @Override
    public Optional<PassedEmbeddings> pass(ByteBuffer body) {
        return steadily(() -> embedder.pass(body));
    }

    private <T> T steadily(Supplier<T> asking) {
        try {
            return asking.get();
        } catch (Refusal foreseen) {
            throw foreseen;
        } catch (RuntimeException | LinkageError failure) {
            Instant now = clock.instant();
            Instant until = quietUntil.get();
            if (!now.isBefore(until) && quietUntil.compareAndSet(until, now.plus(QUIET))) {
                LOG.log(Level.ERROR, "the embedding model failed with an unexpected exception", failure);
            }
            throw new Refusal(new CommonProblem.Unavailable("embedding model"));
        }
    }
}
