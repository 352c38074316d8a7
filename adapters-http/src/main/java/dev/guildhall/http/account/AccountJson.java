package dev.guildhall.http.account;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.session.SessionDetails;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.session.TokenSet;
import java.util.List;

/** The JSON records of the account service. */
final class AccountJson {
    private AccountJson() {}

    record RegisteredJson(String userId, String profileId, String accessToken, String refreshToken, long expiresIn) {
        static RegisteredJson of(SignedIn signedIn) {
            TokenSet tokens = signedIn.tokens();
            return new RegisteredJson(
                    signedIn.userId().value(),
                    signedIn.profileId().value(),
                    tokens.accessToken().value(),
                    tokens.refreshToken().value(),
                    tokens.expiresIn().toSeconds());
        }
    }

    record SignedInJson(
            String userId, String activeProfileId, String accessToken, String refreshToken, long expiresIn) {
        static SignedInJson of(SignedIn signedIn) {
            TokenSet tokens = signedIn.tokens();
            return new SignedInJson(
                    signedIn.userId().value(),
                    signedIn.profileId().value(),
                    tokens.accessToken().value(),
                    tokens.refreshToken().value(),
                    tokens.expiresIn().toSeconds());
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
}
