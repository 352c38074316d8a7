package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import java.util.Optional;

/**
 * Who is at the other end.
 *
 * @param user by whose token
 * @param session which of the user's clients, in the identifier that it was given; absent for one that sends none
 */
record Peer(Caller.User user, Optional<String> session) {}
