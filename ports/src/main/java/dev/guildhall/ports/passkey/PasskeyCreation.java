package dev.guildhall.ports.passkey;

import java.util.List;

/**
 * What a browser needs to make a passkey: WebAuthn's {@code PublicKeyCredentialCreationOptionsJSON}.
 *
 * @param challenge good once, for 5 minutes
 * @param relyingPartyId as {@link RelyingParty#id}
 * @param userHandle names the account at the authenticator, without saying whose it is
 * @param userName shown where the user chooses among passkeys: the address, or else the identifier of the account
 * @param algorithms as {@link PasskeyVerifier#algorithms}
 * @param existing the account's passkeys, so that no authenticator gets a second one
 */
public record PasskeyCreation(
        Base64Url challenge,
        String relyingPartyId,
        Base64Url userHandle,
        String userName,
        List<Integer> algorithms,
        List<Passkey> existing) {
    public PasskeyCreation {
        algorithms = List.copyOf(algorithms);
        existing = List.copyOf(existing);
    }

    @Override
    public String toString() {
        return "PasskeyCreation[" + relyingPartyId + "]";
    }
}
