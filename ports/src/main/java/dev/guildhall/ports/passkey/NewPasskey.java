package dev.guildhall.ports.passkey;

import java.util.List;

/**
 * What a browser returns when it has made a passkey: WebAuthn's {@code RegistrationResponseJSON}.
 *
 * @param credentialId names it at the authenticator, at most 1,023 bytes
 * @param clientData the browser's JSON, which has the challenge and the origin
 * @param attestation the authenticator's object, which has the public key
 * @param transports as {@link Passkey#transports}
 */
public record NewPasskey(Base64Url credentialId, Base64Url clientData, Base64Url attestation, List<String> transports) {
    public NewPasskey {
        transports = List.copyOf(transports);
    }

    @Override
    public String toString() {
        return "NewPasskey[…]";
    }
}
