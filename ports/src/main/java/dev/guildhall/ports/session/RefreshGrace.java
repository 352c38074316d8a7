package dev.guildhall.ports.session;

import java.time.Instant;

/**
 * How long, and from what, the token that was exchanged last gets its successor again. The successor is made of that token
 * and the salt: whoever knows the salt alone knows nothing.
 *
 * @param salt random, base64url, made for this exchange
 * @param endsAt from when on a second use is theft
 */
public record RefreshGrace(String salt, Instant endsAt) {}
