package dev.guildhall.http.account;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.account.AddedPasskey;
import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.NewPasskey;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.passkey.PasskeyCreation;
import dev.guildhall.ports.passkey.PasskeyRequest;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The JSON of WebAuthn, level 3: options for browsers, and what they return. */
public final class PasskeyJson {
    private static final String TYPE = "public-key";
    private static final long TIMEOUT = Duration.ofMinutes(5).toMillis();

    /** The most bytes of what browsers return; the first is that of the standard. */
    private static final int MOST_ID = 1023;

    private static final int MOST_HANDLE = 64;
    private static final int MOST_SIGNED = 4 * 1024;
    private static final int MOST_ATTESTATION = 16 * 1024;
    private static final int MOST_TRANSPORTS = 10;
    private static final int MOST_TRANSPORT = 32;

    private record PartyJson(String id, String name) {}

    private record UserJson(String id, String name, String displayName) {}

    private record KeyJson(String type, int alg) {}

    private record DescriptorJson(String type, String id, List<String> transports) {}

    private record SelectionJson(String residentKey, boolean requireResidentKey, String userVerification) {}

    /** {@code PublicKeyCredentialCreationOptionsJSON}. */
    record CreationJson(
            String challenge,
            PartyJson rp,
            UserJson user,
            List<KeyJson> pubKeyCredParams,
            long timeout,
            List<DescriptorJson> excludeCredentials,
            SelectionJson authenticatorSelection,
            String attestation) {
        static CreationJson of(PasskeyCreation creation) {
            return new CreationJson(
                    creation.challenge().value(),
                    new PartyJson(creation.relyingPartyId(), "Guildhall"),
                    new UserJson(creation.userHandle().value(), creation.userName(), creation.userName()),
                    creation.algorithms().stream()
                            .map(algorithm -> new KeyJson(TYPE, algorithm))
                            .toList(),
                    TIMEOUT,
                    creation.existing().stream()
                            .map(one ->
                                    new DescriptorJson(TYPE, one.credentialId().value(), one.transports()))
                            .toList(),
                    new SelectionJson("preferred", false, "preferred"),
                    "none");
        }
    }

    /** {@code PublicKeyCredentialRequestOptionsJSON}. */
    public record RequestJson(
            String challenge,
            long timeout,
            String rpId,
            List<DescriptorJson> allowCredentials,
            String userVerification) {
        /** For a passkey alone. */
        public static RequestJson of(PasskeyRequest request) {
            return new RequestJson(
                    request.challenge().value(), TIMEOUT, request.relyingPartyId(), List.of(), "required");
        }

        /** For a passkey of the account, after the password. */
        static RequestJson of(String challenge, AccountProblem.SecondFactorRequired.Passkeys passkeys) {
            List<DescriptorJson> allowed = passkeys.transports().entrySet().stream()
                    .map(one -> new DescriptorJson(TYPE, one.getKey(), one.getValue()))
                    .toList();
            return new RequestJson(challenge, TIMEOUT, passkeys.relyingPartyId(), allowed, "preferred");
        }
    }

    /** The added passkey, with recovery codes when it is the account's first factor. */
    record AddedJson(
            String id,
            String name,
            String createdAt,
            @Nullable List<String> recoveryCodes) {
        static AddedJson of(AddedPasskey added) {
            FactorRoutes.FactorJson factor = FactorRoutes.FactorJson.of(added.factor());
            return new AddedJson(
                    factor.id(),
                    added.factor().passkey().orElseThrow().name().value(),
                    factor.createdAt(),
                    added.recoveryCodes().isEmpty() ? null : added.recoveryCodes());
        }
    }

    private PasskeyJson() {}

    static RequestReader<NewPasskey> made() {
        return credential((id, response) -> {
            Supplier<Base64Url> clientData = response.required("clientDataJSON", bytes(MOST_SIGNED));
            Supplier<Base64Url> attestation = response.required("attestationObject", bytes(MOST_ATTESTATION));
            Supplier<List<String>> transports = response.optional(
                    "transports", RequestReader.list(PasskeyJson::transport, MOST_TRANSPORTS), List.of());
            response.check();
            return new NewPasskey(id, clientData.get(), attestation.get(), transports.get());
        });
    }

    /** Reads what a browser returns when its user signs in. */
    public static RequestReader<PasskeyAssertion> assertion() {
        return credential((id, response) -> {
            Supplier<Base64Url> clientData = response.required("clientDataJSON", bytes(MOST_SIGNED));
            Supplier<Base64Url> authenticatorData = response.required("authenticatorData", bytes(MOST_SIGNED));
            Supplier<Base64Url> signature = response.required("signature", bytes(MOST_SIGNED));
            Supplier<Optional<Base64Url>> handle = response.optional("userHandle", bytes(MOST_HANDLE));
            response.check();
            return new PasskeyAssertion(id, clientData.get(), authenticatorData.get(), signature.get(), handle.get());
        });
    }

    @FunctionalInterface
    private interface ResponseReader<T> {
        T read(Base64Url id, JsonBody response);
    }

    private static <T> RequestReader<T> credential(ResponseReader<T> reader) {
        return RequestReader.object(body -> {
            Supplier<Base64Url> id = body.required("id", bytes(MOST_ID));
            body.required("type", (node, path) -> {
                if (!TYPE.equals(node.textValue())) {
                    throw Refusal.invalid(path, "must be " + TYPE);
                }
                return TYPE;
            });
            body.check();
            return body.checked("response", RequestReader.object(response -> reader.read(id.get(), response)));
        });
    }

    private static RequestReader<Base64Url> bytes(int most) {
        return RequestReader.text(text -> Base64Url.parse(text, most));
    }

    private static String transport(JsonNode node, String path) {
        String text = RequestReader.text().read(node, path);
        if (text.length() > MOST_TRANSPORT) {
            throw Refusal.invalid(path, "must have at most " + MOST_TRANSPORT + " characters");
        }
        return text;
    }
}
