package dev.guildhall.core.account;

import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.account.RefreshToken;
import dev.guildhall.ports.account.RefreshTokenHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** Makes refresh tokens and what is kept of them. Thread-safe. */
final class RefreshTokens {
    private static final int BYTES = 32;
    private static final String PREFIX = "ghr_";

    private final SecretSource secrets;

    RefreshTokens(SecretSource secrets) {
        this.secrets = secrets;
    }

    RefreshToken fresh() {
        return new RefreshToken(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secrets.bytes(BYTES)));
    }

    /** The tokens are random, so a plain digest keeps them safe. */
    static RefreshTokenHash hash(RefreshToken token) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] digest = sha256.digest(token.value().getBytes(StandardCharsets.UTF_8));
            return new RefreshTokenHash(HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
