package dev.guildhall.core.inmemory;

import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** PBKDF2 with HMAC-SHA-256, the strongest algorithm that the JDK itself has. */
public final class Pbkdf2PasswordHasher implements PasswordHasher {
    private static final int ROUNDS = 600_000;
    private static final int MOST_ROUNDS = 10_000_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;
    private static final Pattern FORM =
            Pattern.compile("\\$pbkdf2-sha256\\$i=(\\d{1,8})\\$([A-Za-z0-9+/]{22})\\$([A-Za-z0-9+/]{43})");

    private final SecretSource secrets;
    private final int rounds;

    public Pbkdf2PasswordHasher(SecretSource secrets) {
        this(secrets, ROUNDS);
    }

    /** A hasher with another cost, for tests that hash often. */
    public Pbkdf2PasswordHasher(SecretSource secrets, int rounds) {
        this.secrets = secrets;
        this.rounds = rounds;
    }

    @Override
    public PasswordHash hash(Password password) {
        byte[] salt = secrets.bytes(SALT_BYTES);
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return new PasswordHash("$pbkdf2-sha256$i=" + rounds + "$" + base64.encodeToString(salt) + "$"
                + base64.encodeToString(derive(password, salt, rounds)));
    }

    @Override
    public boolean matches(Password password, PasswordHash hash) {
        Matcher form = FORM.matcher(hash.value());
        if (!form.matches()) {
            return false;
        }
        int cost = Integer.parseInt(form.group(1));
        if (cost < 1 || cost > MOST_ROUNDS) {
            return false;
        }
        byte[] salt = Base64.getDecoder().decode(form.group(2));
        byte[] kept = Base64.getDecoder().decode(form.group(3));
        return MessageDigest.isEqual(kept, derive(password, salt, cost));
    }

    @Override
    public boolean isOutdated(PasswordHash hash) {
        return !hash.value().startsWith("$pbkdf2-sha256$i=" + rounds + "$");
    }

    private static byte[] derive(Password password, byte[] salt, int rounds) {
        PBEKeySpec spec = new PBEKeySpec(password.value().toCharArray(), salt, rounds, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has PBKDF2", impossible);
        } finally {
            spec.clearPassword();
        }
    }
}
