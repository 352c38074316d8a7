package dev.guildhall.core.trigger;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.trigger.TriggerRequest;
import dev.guildhall.ports.trigger.TriggerSecret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks the secret or the signature of a call (triggers-2); comparisons take the same time whatever differs. */
final class TriggerAuthentication {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String ALGORITHM = "HmacSHA256";
    private static final String VERSION = "v1,";
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final Pattern BLANKS = Pattern.compile(" +");
    private static final int MOST_SIGNATURES = 10;

    private TriggerAuthentication() {}

    /** @throws Refusal with {@code CommonProblem.Unauthenticated} when neither is valid */
    static void require(TriggerSecret secret, TriggerRequest request, Instant now) {
        boolean isKnown =
                request.bearer().filter(given -> isEqual(given, secret.value())).isPresent()
                        || request.messageId()
                                .flatMap(id -> request.signature()
                                        .filter(signature -> isSigned(secret, id, signature, request.content(), now)))
                                .isPresent();
        if (!isKnown) {
            throw new Refusal(new CommonProblem.Unauthenticated(
                    "the secret of the trigger as bearer, or a signature of now with it, is required"));
        }
    }

    private static boolean isSigned(
            TriggerSecret secret, String id, TriggerRequest.Signature signature, ByteBuffer content, Instant now) {
        if (!SECONDS.matcher(signature.timestamp()).matches()) {
            return false;
        }
        Instant at = Instant.ofEpochSecond(Long.parseLong(signature.timestamp()));
        String expected = VERSION + signed(secret, id + "." + signature.timestamp() + ".", content);
        List<String> given = List.of(BLANKS.split(signature.signatures(), MOST_SIGNATURES));
        return Duration.between(at, now).abs().compareTo(TOLERANCE) <= 0
                && given.stream().anyMatch(one -> isEqual(one, expected));
    }

    private static String signed(TriggerSecret secret, String head, ByteBuffer content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            byte[] key = Base64.getDecoder().decode(secret.value().substring(TriggerSecret.PREFIX.length()));
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            mac.update(content);
            return Base64.getEncoder().encodeToString(mac.doFinal());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
