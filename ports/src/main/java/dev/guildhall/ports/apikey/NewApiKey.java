package dev.guildhall.ports.apikey;

import dev.guildhall.ports.Caller;
import java.time.Instant;
import java.util.Optional;

/**
 * The key that a caller asks for.
 *
 * @param name given by the caller
 * @param expiresAt in the future; absent means that it never expires
 * @param scope what it may reach
 * @param limits its own limits
 */
public record NewApiKey(ApiKeyName name, Optional<Instant> expiresAt, ApiKeyScope scope, Caller.Key.Limits limits) {}
