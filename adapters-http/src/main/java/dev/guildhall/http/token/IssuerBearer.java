package dev.guildhall.http.token;

import dev.guildhall.ports.Caller;
import java.time.Instant;
import java.util.function.Function;

/**
 * What a verified token of another issuer says about its bearer.
 *
 * @param caller the bearer, as the caller of a request that comes from an anonymous caller
 * @param expiresAt when the token expires
 */
record IssuerBearer(Function<Caller, Caller.User> caller, Instant expiresAt) {}
