package dev.guildhall.ports.session;

/**
 * The OAuth client that a session was opened for.
 *
 * @param id its identifier
 * @param name its name when the user connected it
 */
public record ConnectedClient(ClientId id, String name) {}
