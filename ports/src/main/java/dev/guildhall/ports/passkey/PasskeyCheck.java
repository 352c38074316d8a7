package dev.guildhall.ports.passkey;

/**
 * What the answer of a browser has to agree with.
 *
 * @param challenge that the server issued, 32 random bytes
 * @param relyingParty whom the passkey is for
 * @param needsVerification whether the authenticator must have verified its user, by a PIN, a finger or a face
 */
public record PasskeyCheck(Base64Url challenge, RelyingParty relyingParty, boolean needsVerification) {
    @Override
    public String toString() {
        return "PasskeyCheck[" + relyingParty.id() + "]";
    }
}
