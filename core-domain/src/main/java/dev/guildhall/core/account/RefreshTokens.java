package dev.guildhall.core.account;

import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.RefreshTokenHash;

/** Makes refresh tokens and what is kept of them. Thread-safe. */
final class RefreshTokens {
    private static final String PREFIX = "ghr_";

    private final Secrets secrets;

    RefreshTokens(SecretSource source) {
        this.secrets = new Secrets(source);
    }

    RefreshToken fresh() {
        return new RefreshToken(PREFIX + secrets.fresh());
    }

    /** What makes a successor one that nobody foresees. */
    String salt() {
        return secrets.fresh();
    }

    /** The same for the same two; without the parent, the salt says nothing about it. */
    static RefreshToken successor(RefreshToken parent, String salt) {
        return new RefreshToken(PREFIX + Secrets.derived(parent.value(), salt));
    }

    static RefreshTokenHash hash(RefreshToken token) {
        return new RefreshTokenHash(Secrets.hash(token.value()));
    }
}
