package dev.guildhall.ports.session;

import java.util.Optional;

/**
 * Where a sign-in came from, as far as it is known.
 *
 * @param browser the name of the browser or program, without its version: {@code Firefox}
 * @param system the name of the operating system: {@code Windows}
 * @param address the network address of the client; for IPv6 that of the network
 */
public record SessionOrigin(Optional<String> browser, Optional<String> system, Optional<String> address) {
    /** Nothing is known. */
    public static final SessionOrigin UNKNOWN = new SessionOrigin(Optional.empty(), Optional.empty(), Optional.empty());
}
