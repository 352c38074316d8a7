package dev.guildhall.integrations.net;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A value that is created when it is first used. The constructor of an HTTP client reads all certificate authorities of
 * the JVM; a server that sends no requests to other systems saves that time.
 */
public final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> creator;
    private Optional<T> created = Optional.empty();

    public Lazy(Supplier<T> creator) {
        this.creator = creator;
    }

    @Override
    public synchronized T get() {
        if (created.isEmpty()) {
            created = Optional.of(creator.get());
        }
        return created.get();
    }
}
