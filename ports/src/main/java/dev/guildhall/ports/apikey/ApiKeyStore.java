package dev.guildhall.ports.apikey;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Driven port: API keys. The erasure of an account removes its keys. Blocks. Takes part in {@code Transactions}. */
public interface ApiKeyStore extends UserData {
    /** Stores a new key of an account that exists. */
    void add(ApiKey key, ApiKeyHash hash);

    /** The key with that identifier; empty when there is none. */
    Optional<ApiKey> find(ApiKeyId id);

    /** The key with that hash, with its account; empty when there is none, or it has expired. */
    Optional<LiveApiKey> live(ApiKeyHash hash, Instant now);

    /** Those of these keys that exist and have not expired, in any order. */
    List<LiveApiKey> live(Collection<ApiKeyId> ids, Instant now);

    /** The keys of an account, without one of all accounts, latest identifier first. */
    Page<ApiKey> list(Optional<UserId> userId, PageRequest page);

    /** How many keys the account has. */
    int count(UserId userId);

    /** Replaces name and limits of the key; nothing happens when there is no such key. */
    void change(ApiKey key);

    /** Removes a key; false when there is none. */
    boolean remove(ApiKeyId id);

    /** Removes all keys of an account, and returns their identifiers in any order. */
    List<ApiKeyId> removeAll(UserId userId);

    /** Notes when keys were used last. An earlier time than the stored one, and an unknown key, change nothing. */
    void noteUses(Map<ApiKeyId, Instant> uses);
}
