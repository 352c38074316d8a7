package dev.guildhall.core.account;

import dev.guildhall.core.config.HashingLimits;
import dev.guildhall.core.limit.Bulkhead;
import dev.guildhall.core.limit.Permit;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import dev.guildhall.ports.problem.CommonProblem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Limits how many passwords are hashed in parallel, so that many sign-ins at once do not use all processors or all
 * memory. Each is hashed on a platform thread: on a virtual thread the hash would occupy its carrier, and delay all
 * other requests.
 */
public final class HashingBulkhead {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Password UNKNOWN_ACCOUNT = new Password("the password of no account");

    private final PasswordHasher hasher;
    private final Bulkhead bulkhead;
    private final Object decoyLock = new Object();
    private volatile Optional<PasswordHash> decoy = Optional.empty();

    public HashingBulkhead(PasswordHasher hasher, HashingLimits limits, InstantSource clock) {
        this.hasher = hasher;
        this.bulkhead = new Bulkhead(limits.atOnce(), limits.waiting(), clock);
    }

    PasswordHash hash(Password password) {
        return inside(() -> hasher.hash(password));
    }

    /**
     * Whether the password is the stored one. Without a stored one the work is the same, so that the time reveals
     * nothing.
     */
    boolean matches(Password password, Optional<PasswordHash> kept) {
        return matches(password, kept, () -> {});
    }

    /** The same; calls the check when a hash may begin, and begins none when that throws. */
    boolean matches(Password password, Optional<PasswordHash> kept, Runnable check) {
        return inside(() -> {
            check.run();
            return hasher.matches(password, kept.orElse(decoy())) && kept.isPresent();
        });
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

    @SuppressWarnings("try") // The permit is only held.
    private <T> T inside(Supplier<T> work) {
        try (Permit permit = bulkhead.enter(LONGEST_WAIT, new CommonProblem.RateLimited(RETRY_AFTER))) {
            return onOwnThread(work);
        }
    }
}
