package dev.guildhall.http.run;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.session.Accounts;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs addresses of a run's screenshots and files, for browsers that send no access token with {@code <img>} (runs-21).
 * A token names the user and the session or API key that asked for it, and the time when it expires, {@code
 * base64url(payload).base64url(HMAC-SHA-256)}; it is valid for one run.
 */
public final class LinkSigner {
    static final Duration LIFE = Duration.ofHours(2);

    public static final int KEY_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int PARTS = 4;

    private final SecretKeySpec key;
    private final InstantSource clock;
    private final Accounts accounts;

    /**
     * @param key {@value #KEY_BYTES} bytes, the same on all nodes of an installation
     * @param accounts knows which sessions and API keys have ended
     */
    public LinkSigner(byte[] key, InstantSource clock, Accounts accounts) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes");
        }
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.clock = clock;
        this.accounts = accounts;
    }

    /** @param text for a segment of a path */
    record Token(String text, Instant expiresAt) {}

    /** A token whose bearer may read the screenshots and files of a run as the user may. */
    Token sign(RunId run, Caller.User user) {
        Instant end = clock.instant().plus(LIFE);
        String payload = String.join(
                "\n",
                user.userId().value(),
                user.profileId().value(),
                user.sessionId().value(),
                Long.toString(end.toEpochMilli()));
        byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
        return new Token(encode(bytes) + "." + encode(mac(run, bytes)), end);
    }

    /**
     * The user who asked for a token, without roles; empty when the token is invalid, is for another run or has
     * expired, or when the session, API key or account that asked for it has ended.
     */
    Optional<Caller.User> verify(RunId run, String token) {
        int dot = token.indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        try {
            byte[] payload = Base64.getUrlDecoder().decode(token.substring(0, dot));
            byte[] sent = Base64.getUrlDecoder().decode(token.substring(dot + 1));
            return MessageDigest.isEqual(mac(run, payload), sent)
                    ? user(new String(payload, StandardCharsets.UTF_8)).filter(accounts::isLive)
                    : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private Optional<Caller.User> user(String payload) {
        String[] parts = payload.split("\n", -1);
        try {
            return parts.length == PARTS && clock.instant().isBefore(Instant.ofEpochMilli(Long.parseLong(parts[3])))
                    ? Optional.of(new Caller.User(
                            new UserId(parts[0]), new ProfileId(parts[1]), new SessionId(parts[2]), Set.of()))
                    : Optional.empty();
        } catch (NumberFormatException | DateTimeException | Refusal ofAnotherVersion) {
            return Optional.empty();
        }
    }

    private byte[] mac(RunId run, byte[] payload) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update((run.value() + "\n").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(payload);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
