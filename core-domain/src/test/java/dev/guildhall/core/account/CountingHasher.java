package dev.guildhall.core.account;

import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import java.util.concurrent.atomic.AtomicInteger;

/** A hasher without cost and without protection that counts its work. Thread-safe. */
public final class CountingHasher implements PasswordHasher {
    /**
     * The work so far.
     *
     * @param hashes how many hashes were made
     * @param comparisons how many were compared
     */
    record Work(int hashes, int comparisons) {}

    private final AtomicInteger hashes = new AtomicInteger();
    private final AtomicInteger comparisons = new AtomicInteger();
    private volatile String parameters = "v1";

    Work work() {
        return new Work(hashes.get(), comparisons.get());
    }

    void forgetWork() {
        hashes.set(0);
        comparisons.set(0);
    }

    void parameters(String changed) {
        parameters = changed;
    }

    @Override
    public PasswordHash hash(Password password) {
        hashes.incrementAndGet();
        return new PasswordHash("$" + parameters + "$" + password.value());
    }

    @Override
    public boolean matches(Password password, PasswordHash hash) {
        comparisons.incrementAndGet();
        return hash.value().endsWith("$" + password.value());
    }

    @Override
    public boolean isOutdated(PasswordHash hash) {
        return !hash.value().startsWith("$" + parameters + "$");
    }
}
