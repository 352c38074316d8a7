package dev.guildhall.ports.passkey;

/**
 * What a browser needs to sign in with a passkey alone: WebAuthn's {@code PublicKeyCredentialRequestOptionsJSON}. The user
 * chooses among those that the authenticator has for the relying party.
 *
 * @param challenge good once, for 5 minutes
 * @param relyingPartyId as {@link RelyingParty#id}
 */
public record PasskeyRequest(Base64Url challenge, String relyingPartyId) {
    @Override
    public String toString() {
        return "PasskeyRequest[" + relyingPartyId + "]";
    }
}
