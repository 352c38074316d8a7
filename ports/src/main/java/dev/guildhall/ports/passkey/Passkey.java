package dev.guildhall.ports.passkey;

import java.util.List;

/**
 * What the server knows of a passkey. Nothing of it is secret: the private key stays with the authenticator.
 *
 * @param name of its owner
 * @param credentialId names it at the authenticator; no other account has it
 * @param publicKey in the form of COSE (RFC 9052), with which signatures are verified
 * @param transports how browsers reach the authenticator, such as {@code usb} or {@code internal}, at most 10; may be empty
 */
public record Passkey(PasskeyName name, Base64Url credentialId, Base64Url publicKey, List<String> transports) {
    public Passkey {
        transports = List.copyOf(transports);
    }
}
