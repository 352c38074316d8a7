package dev.guildhall.ports.apikey;

import dev.guildhall.ports.account.Account;

/**
 * An API key that has not expired.
 *
 * @param key the key
 * @param account that its bearer acts as
 */
public record LiveApiKey(ApiKey key, Account account) {}
