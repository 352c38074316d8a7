package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Credential;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * The columns of a connection's credential. Its secrets are encrypted for the connection's owner.
 *
 * @param kind {@code api_key} or {@code oauth}
 * @param credential the encrypted key or access token
 * @param refreshToken encrypted; absent when there is none
 * @param expiresAt when the access token expires; absent when the provider has not named a time
 * @param registration encrypted; absent when the gateway needs none
 */
public record SealedCredential(
        String kind,
        String credential,
        Optional<String> refreshToken,
        Optional<Instant> expiresAt,
        Optional<String> registration) {
    private static final String API_KEY = "api_key";
    private static final String OAUTH = "oauth";

    public static SealedCredential seal(SecretBox box, Connection connection) {
        String owner = connection.key().userId().value();
        String integration = connection.key().integration().value();
        String sealed = purpose(owner, integration);
        String sealedRefresh = refreshPurpose(owner, integration);
        return switch (connection.credential()) {
            case Credential.ApiKey(String value) ->
                new SealedCredential(
                        API_KEY, box.seal(value, sealed), Optional.empty(), Optional.empty(), Optional.empty());
            case Credential.OAuthTokens tokens ->
                new SealedCredential(
                        OAUTH,
                        box.seal(tokens.accessToken(), sealed),
                        tokens.refreshToken().map(token -> box.seal(token, sealedRefresh)),
                        tokens.expiresAt(),
                        tokens.registration().map(text -> box.seal(text, registrationPurpose(owner, integration))));
        };
    }

    public static Credential open(SecretBox box, ResultSet row) throws SQLException {
        String owner = row.getString("user_id");
        String integration = row.getString("integration");
        String secret = box.open(row.getString("sealed_credential"), purpose(owner, integration));
        String kind = row.getString("kind");
        return switch (kind) {
            case API_KEY -> new Credential.ApiKey(secret);
            case OAUTH ->
                new Credential.OAuthTokens(
                        secret,
                        Rows.optionalText(row, "sealed_refresh_token")
                                .map(envelope -> box.open(envelope, refreshPurpose(owner, integration))),
                        Rows.optionalInstant(row, "expires_at"),
                        Rows.optionalText(row, "sealed_registration")
                                .map(envelope -> box.open(envelope, registrationPurpose(owner, integration))));
            default -> throw new IllegalStateException("no connection has the kind " + kind);
        };
    }

    public static String purpose(String... key) {
        return "connection:" + String.join(":", key) + ":credential";
    }

    public static String registrationPurpose(String... key) {
        return "connection:" + String.join(":", key) + ":registration";
    }

    public static String refreshPurpose(String... key) {
        return "connection:" + String.join(":", key) + ":refresh-token";
    }
}
