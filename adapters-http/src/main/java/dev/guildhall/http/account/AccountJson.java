package dev.guildhall.http.account;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.InvitationToken;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.SecondFactor;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.oauth.BegunSignIn;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.oauth.ProviderDetails;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.SessionDetails;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

public final class AccountJson {
    private AccountJson() {}

    public static Registration registration(JsonBody body) {
        Supplier<Email> email = body.required("email", RequestReader.text(Email::new));
        Supplier<Password> password = body.required("password", RequestReader.text(Password::new));
        Supplier<Optional<DisplayName>> name = body.optional("displayName", RequestReader.text(DisplayName::parse));
        Supplier<Optional<SetupToken>> setup = body.optional("setupToken", RequestReader.text(SetupToken::new));
        Supplier<Optional<InvitationToken>> invitation =
                body.optional("invitation", RequestReader.text(InvitationToken::new));
        body.check();
        return new Registration(email.get(), password.get(), name.get(), setup.get(), invitation.get());
    }

    public static Credentials credentials(JsonBody body) {
        Supplier<String> email = body.required("email", RequestReader.text());
        Supplier<String> password = body.required("password", RequestReader.text());
        body.check();
        return new Credentials(email.get(), password.get());
    }

    public static SecondFactor secondFactor(JsonBody body) {
        Supplier<String> challenge = body.required("challenge", RequestReader.text());
        Supplier<Optional<String>> code = body.optional("code", RequestReader.text());
        Supplier<Optional<PasskeyAssertion>> credential = body.optional("credential", PasskeyJson.assertion());
        body.check();
        if (code.get().isPresent() == credential.get().isPresent()) {
            throw Refusal.invalid("code", "is required, or credential in its place");
        }
        return credential
                .get()
                .<SecondFactor>map(one -> new SecondFactor.ByPasskey(challenge.get(), one))
                .orElseGet(
                        () -> new SecondFactor.Code(challenge.get(), code.get().orElseThrow()));
    }

    public static PasskeyAssertion passkey(JsonBody body) {
        return body.checked("credential", PasskeyJson.assertion());
    }

    record RegisteredJson(
            String userId, String profileId, @JsonUnwrapped TokensJson tokens) {
        static RegisteredJson of(SignedIn signedIn) {
            return new RegisteredJson(
                    signedIn.userId().value(), signedIn.profileId().value(), TokensJson.of(signedIn.tokens()));
        }
    }

    record SignedInJson(
            String userId,
            String activeProfileId,
            @JsonUnwrapped TokensJson tokens) {
        static SignedInJson of(SignedIn signedIn) {
            return new SignedInJson(
                    signedIn.userId().value(), signedIn.profileId().value(), TokensJson.of(signedIn.tokens()));
        }
    }

    record TokensJson(String accessToken, String refreshToken, long expiresIn) {
        static TokensJson of(TokenSet tokens) {
            return new TokensJson(
                    tokens.accessToken().value(),
                    tokens.refreshToken().value(),
                    tokens.expiresIn().toSeconds());
        }
    }

    record SessionJson(String userId, String activeProfileId, List<String> roles, String expiresAt) {
        static SessionJson of(SessionDetails session) {
            return new SessionJson(
                    session.userId().value(),
                    session.activeProfileId().value(),
                    session.roles().stream().map(Role::wireName).toList(),
                    Json.timestamp(session.expiresAt()));
        }
    }

    public record ProviderJson(String name, String displayName, String kind) {
        public static ProviderJson of(ProviderDetails provider) {
            return new ProviderJson(
                    provider.name().value(),
                    provider.displayName(),
                    provider.kind().wireName());
        }
    }

    record BegunJson(String authorizationUrl, String state) {
        static BegunJson of(BegunSignIn begun) {
            return new BegunJson(
                    begun.authorizationUrl().toString(), begun.state().value());
        }
    }

    record IdentityJson(String id, String provider, String issuer, String subject, String linkedAt) {
        static IdentityJson of(LinkedIdentity identity) {
            return new IdentityJson(
                    identity.id().value(),
                    identity.provider().value(),
                    identity.key().issuer(),
                    identity.key().subject(),
                    Json.timestamp(identity.linkedAt()));
        }
    }
}
