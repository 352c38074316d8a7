package dev.guildhall.integrations.net;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A value that its first use makes. An HTTP client reads all certificate authorities of the JVM when it is made, which a
 * server that calls nobody need not do. Thread-safe.
 */
public final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> maker;
    private Optional<T> made = Optional.empty();

    public Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    @Override
    public synchronized T get() {
        if (made.isEmpty()) {
            made = Optional.of(maker.get());
        }
        return made.get();
    }
}
