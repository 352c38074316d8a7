package dev.guildhall.core.account;

import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Limits how many passwords are hashed in parallel, so that many sign-ins at once do not use all processors or all
 * memory. Each is hashed on a platform thread: on a virtual thread the hash would occupy its carrier, and delay all
 * other requests. Thread-safe.
 */
public final class HashingBulkhead {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Password UNKNOWN_ACCOUNT = new Password("the password of no account");

    private final PasswordHasher hasher;
    private final Semaphore turns;
    private final AtomicInteger inside = new AtomicInteger();
    private final int mostInside;
    private final Object decoyLock = new Object();
    private volatile Optional<PasswordHash> decoy = Optional.empty();

    public HashingBulkhead(PasswordHasher hasher, AccountLimits limits) {
        this.hasher = hasher;
        this.turns = new Semaphore(limits.hashesAtOnce(), true);
        this.mostInside = limits.hashesAtOnce() + limits.hashesWaiting();
    }

    PasswordHash hash(Password password) {
        return inTurn(() -> hasher.hash(password));
    }

    /**
     * Whether the password is the stored one. Without a stored one the work is the same, so that the time reveals
     * nothing.
     */
    boolean matches(Password password, Optional<PasswordHash> kept) {
        return inTurn(() -> hasher.matches(password, kept.orElse(decoy())) && kept.isPresent());
    }

    /** Does the work of a comparison for a text that cannot be a password. */
    boolean matchesNothing() {
        return matches(UNKNOWN_ACCOUNT, Optional.empty());
    }

    boolean isOutdated(PasswordHash hash) {
        return hasher.isOutdated(hash);
    }

    /**
     * Created at the first sign-in of any kind, with a known address or not, so that its cost reveals nothing either.
     */
    private PasswordHash decoy() {
        Optional<PasswordHash> made = decoy;
        if (made.isPresent()) {
            return made.get();
        }
        synchronized (decoyLock) {
            PasswordHash hash = decoy.orElseGet(() -> hasher.hash(UNKNOWN_ACCOUNT));
            decoy = Optional.of(hash);
            return hash;
        }
    }

    /** Waits for the end also when interrupted: the permit is free only then, which takes milliseconds. */
    private static <T> T onOwnThread(Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().name("password-hash").daemon().start(() -> {
            try {
                result.complete(work.get());
            } catch (RuntimeException | Error failure) {
                result.completeExceptionally(failure);
            }
        });
        try {
            return result.join();
        } catch (CompletionException failed) {
            throw asThrown(failed);
        }
    }

    private static RuntimeException asThrown(CompletionException failed) {
        return switch (failed.getCause()) {
            case Error error -> throw error;
            case RuntimeException failure -> failure;
            case null, default -> failed;
        };
    }

    private <T> T inTurn(Supplier<T> work) {
        if (inside.incrementAndGet() > mostInside) {
            inside.decrementAndGet();
            throw new Refusal(new CommonProblem.RateLimited(RETRY_AFTER));
        }
        try {
            turns.acquire();
            try {
                return onOwnThread(work);
            } finally {
                turns.release();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } finally {
            inside.decrementAndGet();
        }
    }
}
