package dev.guildhall.ports.passkey;

import java.util.Optional;

/**
 * What a browser returns when its user has signed in with a passkey: WebAuthn's {@code AuthenticationResponseJSON}.
 *
 * @param credentialId names the passkey
 * @param clientData the browser's JSON, which has the challenge and the origin
 * @param authenticatorData the authenticator's flags and counter
 * @param signature over both
 * @param userHandle what {@link PasskeyCreation#userHandle} was; absent where the browser was told which passkeys to use
 */
public record PasskeyAssertion(
        Base64Url credentialId,
        Base64Url clientData,
        Base64Url authenticatorData,
        Base64Url signature,
        Optional<Base64Url> userHandle) {
    @Override
    public String toString() {
        return "PasskeyAssertion[…]";
    }
}
