package dev.guildhall.http.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.CollectedClientDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticationRequest;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.RegistrationRequest;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.CollectedClientData;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.data.extension.authenticator.AuthenticationExtensionsAuthenticatorOutputs;
import com.webauthn4j.server.ServerProperty;
import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.NewPasskey;
import dev.guildhall.ports.passkey.Passkey;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.passkey.PasskeyCheck;
import dev.guildhall.ports.passkey.PasskeyVerifier;
import dev.guildhall.ports.passkey.VerifiedPasskey;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Verifies passkeys with WebAuthn4J. */
public final class WebAuthnPasskeys implements PasskeyVerifier {
    private static final Logger LOG = System.getLogger(WebAuthnPasskeys.class.getName());
    private static final List<PublicKeyCredentialParameters> KEYS = List.of(
            key(COSEAlgorithmIdentifier.ES256), key(COSEAlgorithmIdentifier.EdDSA), key(COSEAlgorithmIdentifier.RS256));

    private final ObjectConverter converter = new ObjectConverter();
    private final CollectedClientDataConverter clientData = new CollectedClientDataConverter(converter);
    private final WebAuthnManager manager = WebAuthnManager.createNonStrictWebAuthnManager(converter);

    private static PublicKeyCredentialParameters key(COSEAlgorithmIdentifier algorithm) {
        return new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, algorithm);
    }

    @Override
    public List<Integer> algorithms() {
        return KEYS.stream().map(key -> (int) key.getAlg().getValue()).toList();
    }

    @Override
    public Optional<Base64Url> challenge(Base64Url sent) {
        return checked(() -> {
            @Nullable CollectedClientData data = clientData.convert(sent.bytes());
            return data == null ? null : new Base64Url(data.getChallenge().getValue());
        });
    }

    @Override
    public VerifiedPasskey verify(NewPasskey made, PasskeyCheck check) {
        RegistrationRequest request = new RegistrationRequest(
                made.attestation().bytes(), made.clientData().bytes());
        RegistrationParameters parameters =
                new RegistrationParameters(server(check), KEYS, check.needsVerification(), true);
        return checked(() -> verified(manager.verify(request, parameters)))
                .filter(verified -> verified.credentialId().equals(made.credentialId()))
                .orElseThrow(() -> Refusal.invalid(
                        "credential", "is not valid: made for another address or challenge, or not well-formed"));
    }

    /** Also refuses what a frame of another origin's page has made, as the library does at sign-ins alone. */
    private @Nullable VerifiedPasskey verified(RegistrationData data) {
        CollectedClientData client = data.getCollectedClientData();
        if (data.getAttestationObject() == null || client == null || Boolean.TRUE.equals(client.getCrossOrigin())) {
            return null;
        }
        AuthenticatorData<?> authenticator = data.getAttestationObject().getAuthenticatorData();
        AttestedCredentialData credential = authenticator.getAttestedCredentialData();
        return credential == null
                ? null
                : new VerifiedPasskey(
                        new Base64Url(credential.getCredentialId()),
                        new Base64Url(converter.getCborConverter().writeValueAsBytes(credential.getCOSEKey())),
                        authenticator.getSignCount());
    }

    @Override
    public OptionalLong verify(PasskeyAssertion assertion, Passkey passkey, PasskeyCheck check) {
        AuthenticationRequest request = new AuthenticationRequest(
                assertion.credentialId().bytes(),
                assertion.userHandle().map(Base64Url::bytes).orElse(null),
                assertion.authenticatorData().bytes(),
                assertion.clientData().bytes(),
                assertion.signature().bytes());
        return checked(() -> {
                    AuthenticationParameters parameters = new AuthenticationParameters(
                            server(check),
                            stored(passkey),
                            List.of(passkey.credentialId().bytes()),
                            check.needsVerification(),
                            true);
                    return counter(manager.verify(request, parameters));
                })
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    private static @Nullable Long counter(AuthenticationData data) {
        return data.getAuthenticatorData() == null
                ? null
                : data.getAuthenticatorData().getSignCount();
    }

    /** Its counter is 0, with which every other one agrees: the store compares counters, for several requests at once too. */
    private CredentialRecordImpl stored(Passkey passkey) {
        COSEKey key = Objects.requireNonNull(
                converter.getCborConverter().readValue(passkey.publicKey().bytes(), COSEKey.class), "key");
        AttestedCredentialData credential =
                new AttestedCredentialData(AAGUID.ZERO, passkey.credentialId().bytes(), key);
        return new CredentialRecordImpl(
                new NoneAttestationStatement(),
                null,
                null,
                null,
                0,
                credential,
                new AuthenticationExtensionsAuthenticatorOutputs<>(),
                null,
                null,
                Set.of());
    }

    private static ServerProperty server(PasskeyCheck check) {
        Set<Origin> origins =
                check.relyingParty().origins().stream().map(Origin::create).collect(Collectors.toSet());
        return new ServerProperty(
                origins,
                check.relyingParty().id(),
                new DefaultChallenge(check.challenge().bytes()));
    }

    /** The library reports what is malformed or wrong by unchecked exceptions of several kinds. */
    private static <T> Optional<T> checked(Supplier<@Nullable T> verification) {
        try {
            return Optional.ofNullable(verification.get());
        } catch (RuntimeException refused) {
            LOG.log(
                    Level.DEBUG,
                    "a passkey is not valid: {0}",
                    refused.getClass().getSimpleName());
            return Optional.empty();
        }
    }
}
