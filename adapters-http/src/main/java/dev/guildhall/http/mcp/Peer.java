package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import java.util.Optional;

/**
 * The client that sent a message.
 *
 * @param user the user of its access token
 * @param session the identifier that the server gave to this client; absent when the client sends none
 */
record Peer(Caller.User user, Optional<String> session) {}
