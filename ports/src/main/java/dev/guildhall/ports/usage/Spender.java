package dev.guildhall.ports.usage;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.UserId;

/** Has a budget for the use of models (keys-12). */
public sealed interface Spender {
    /**
     * An account, with the requests of all its keys, and of those keys of groups that count for it.
     *
     * @param userId which account
     */
    record Account(UserId userId) implements Spender {}

    /**
     * One API key.
     *
     * @param keyId which key
     */
    record Key(ApiKeyId keyId) implements Spender {}
}
