package dev.guildhall.ports.authorization;

import dev.guildhall.ports.session.ClientId;
import java.net.URI;

/** Driven port: reads the documents in which clients describe themselves. Blocks. */
@FunctionalInterface
public interface ClientDocuments {
    /**
     * Reads the document at an address that a client chose. The adapter limits time and size, follows no redirect and
     * connects to no internal address.
     *
     * @param id the identifier that the document must name
     * @param address the identifier as an address: https, with a path
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.ClientRefused} when the document cannot be
     *     read, names another client, or is malformed
     */
    OAuthClient read(ClientId id, URI address);
}
