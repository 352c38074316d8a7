package dev.guildhall.ports.apikey;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * An API key as it is stored, without its secret part.
 *
 * @param id never changes
 * @param userId the account that its bearer acts as
 * @param maker the user who made it; absent when that account was erased, or the key was made before makers were stored
 * @param name given by its owner
 * @param prefix the first characters of the key, by which a reader recognises it
 * @param createdAt when it was made
 * @param expiresAt when it stops working; absent means never
 * @param lastUsedAt the last use, up to a minute late; absent before the first use
 * @param scope what it may reach
 * @param limits its own limits, beside those of the account
 */
public record ApiKey(
        ApiKeyId id,
        UserId userId,
        Optional<UserId> maker,
        ApiKeyName name,
        String prefix,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Instant> lastUsedAt,
        ApiKeyScope scope,
        Caller.Key.Limits limits) {
    /** What each key begins with; no other token does. */
    public static final String START = "gh_";

    /** The characters of {@link #prefix}. */
    public static final int PREFIX_LENGTH = START.length() + 8;

    /** The characters of a whole key. */
    public static final int LENGTH = START.length() + 43;

    /** The same key, whose maker's account was erased. */
    public ApiKey withoutMaker() {
        return new ApiKey(id, userId, Optional.empty(), name, prefix, createdAt, expiresAt, lastUsedAt, scope, limits);
    }

    /** The same key with another name. */
    public ApiKey withName(ApiKeyName other) {
        return new ApiKey(id, userId, maker, other, prefix, createdAt, expiresAt, lastUsedAt, scope, limits);
    }

    /** The same key with other limits. */
    public ApiKey withLimits(Caller.Key.Limits other) {
        return new ApiKey(id, userId, maker, name, prefix, createdAt, expiresAt, lastUsedAt, scope, other);
    }

    /** The same key, used at that time or later. */
    public ApiKey usedAt(Instant time) {
        Instant last = lastUsedAt.filter(time::isBefore).orElse(time);
        return new ApiKey(id, userId, maker, name, prefix, createdAt, expiresAt, Optional.of(last), scope, limits);
    }

    /** Whether it still works at that time. */
    public boolean isLive(Instant now) {
        return expiresAt.map(now::isBefore).orElse(true);
    }
}
