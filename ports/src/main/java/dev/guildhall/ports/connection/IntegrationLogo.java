package dev.guildhall.ports.connection;

import java.time.Instant;

/**
 * The logo of an integration (tools-30).
 *
 * @param type {@code image/png}, {@code image/jpeg}, {@code image/gif} or {@code image/webp}
 * @param base64 the picture in base64, of at most 256 KiB
 * @param fetchedAt when it was fetched
 */
public record IntegrationLogo(String type, String base64, Instant fetchedAt) {}
