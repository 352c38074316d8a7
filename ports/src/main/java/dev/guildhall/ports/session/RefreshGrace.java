package dev.guildhall.ports.session;

import java.time.Instant;

/**
 * The grace period after the exchange of a refresh token: a client that sends the exchanged token again within it gets
 * the same successor again. The successor is derived from that token and the salt; the salt alone reveals nothing.
 *
 * @param salt random, base64url, made for this exchange
 * @param endsAt from then on a second use counts as theft
 */
public record RefreshGrace(String salt, Instant endsAt) {}
