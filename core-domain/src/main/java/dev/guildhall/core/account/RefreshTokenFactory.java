package dev.guildhall.core.account;

import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.RefreshTokenHash;
import dev.guildhall.ports.session.SessionStore;

/**
 * Creates refresh tokens and their hashes. That each token can be used once is the rule of {@link SessionStore#rotate}.
 * Thread-safe.
 */
final class RefreshTokenFactory {
    private static final String PREFIX = "ghr_";

    private final Secrets secrets;

    RefreshTokenFactory(SecretSource source) {
        this.secrets = new Secrets(source);
    }

    RefreshToken fresh() {
        return new RefreshToken(PREFIX + secrets.fresh());
    }

    /** Makes a successor unpredictable. */
    String salt() {
        return secrets.fresh();
    }

    /** The same parent and salt give the same successor; without the parent, the salt reveals nothing about it. */
    static RefreshToken successor(RefreshToken parent, String salt) {
        return new RefreshToken(PREFIX + Secrets.derived(parent.value(), salt));
    }

    static RefreshTokenHash hash(RefreshToken token) {
        return new RefreshTokenHash(Secrets.hash(token.value()));
    }
}
