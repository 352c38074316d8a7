package dev.guildhall.persistence.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts (seals) secrets that are stored in the database: AES-256 in Galois/Counter Mode with a new random nonce of
 * 96 bits for each. The result, the envelope, is the text {@code v1.<key id>.<nonce>.<sealed bytes>}. Its purpose is
 * authenticated as associated data, so an envelope that was copied to another row does not open.
 */
public final class SecretBox {
    /** The length of a key in bytes. */
    public static final int KEY_BYTES = 32;

    /** A box without a key: it refuses to seal and to open, so that no secret is stored in clear. */
    public static final SecretBox NONE = new SecretBox();

    private static final String VERSION = "v1";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final String DERIVATION = "HmacSHA256";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_ID_BYTES = 4;

    private final SecureRandom random = new SecureRandom();
    private final Optional<SecretKey> key;
    private final String keyId;

    /**
     * Creates a box with a key.
     *
     * @param key {@value #KEY_BYTES} bytes
     */
    public SecretBox(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes");
        }
        this.key = Optional.of(new SecretKeySpec(key, "AES"));
        this.keyId = keyId(key);
    }

    private SecretBox() {
        key = Optional.empty();
        keyId = "none";
    }

    /** Whether there is a key, so that secrets can be stored. */
    public boolean hasKey() {
        return key.isPresent();
    }

    private SecretKey key() {
        return key.orElseThrow(() -> new IllegalStateException(
                "the database was opened without a key for secrets: open it with a SecretBox"));
    }

    /**
     * Seals a text.
     *
     * @param purpose what the secret is and which row owns it, for example {@code signing-key:k1}; {@link #open} needs
     *     the same purpose
     */
    public String seal(String secret, String purpose) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, nonce, purpose, secret.getBytes(StandardCharsets.UTF_8));
        return String.join(".", VERSION, keyId, encode(nonce), encode(sealed));
    }

    /**
     * Opens an envelope.
     *
     * @throws SecretBoxException when it was sealed with another key or for another purpose, or was changed
     */
    public String open(String envelope, String purpose) {
        String[] parts = envelope.split("\\.", -1);
        if (parts.length != 4 || !parts[0].equals(VERSION)) {
            throw new SecretBoxException("the sealed secret " + purpose + " has no known form");
        }
        if (!parts[1].equals(keyId)) {
            throw new SecretBoxException("the secret " + purpose + " was sealed under another key");
        }
        byte[] nonce = decode(parts[2], purpose);
        byte[] sealed = decode(parts[3], purpose);
        return new String(crypt(Cipher.DECRYPT_MODE, nonce, purpose, sealed), StandardCharsets.UTF_8);
    }

    /**
     * Derives a key of {@value #KEY_BYTES} bytes for another purpose, which does not reveal the box's own key. All
     * boxes with the same key derive the same keys.
     */
    public byte[] derivedKey(String purpose) {
        try {
            Mac mac = Mac.getInstance(DERIVATION);
            mac.init(new SecretKeySpec(key().getEncoded(), DERIVATION));
            return mac.doFinal(("guildhall " + purpose).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Whether both boxes have the same key, so that each opens the envelopes of the other. */
    public boolean isUnderTheKeyOf(SecretBox other) {
        return keyId.equals(other.keyId);
    }

    private byte[] crypt(int mode, byte[] nonce, String purpose, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, key(), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException refused) {
            throw new SecretBoxException("the sealed secret " + purpose + " does not open", refused);
        }
    }

    /** Identifies a key without revealing it. */
    private static String keyId(byte[] key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update("guildhall key id".getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest.digest(key), 0, KEY_ID_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] decode(String text, String purpose) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException garbage) {
            throw new SecretBoxException("the sealed secret " + purpose + " has no known form", garbage);
        }
    }

    @Override
    public String toString() {
        return "SecretBox[" + keyId + "]";
    }
}
