package dev.guildhall.ports.authorization;

import dev.guildhall.ports.session.ClientId;
import java.util.Optional;

/**
 * A client's request for the tokens of a code.
 *
 * @param client the client that sends it
 * @param code as sent; an unknown value is treated as a wrong one
 * @param redirect the address that the code was sent to, as the client repeats it; absent when it does not (OAuth 2.1)
 * @param verifier the secret whose digest was the challenge
 */
public record CodeRedemption(ClientId client, String code, Optional<String> redirect, String verifier) {
    @Override
    public String toString() {
        return "CodeRedemption[" + client.value() + "]";
    }
}
