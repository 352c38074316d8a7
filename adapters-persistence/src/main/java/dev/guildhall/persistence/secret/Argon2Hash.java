package dev.guildhall.persistence.secret;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** The hash of a password, with its salt and its parameters, in PHC string form. */
final class Argon2Hash {
    private static final Pattern FORM =
            Pattern.compile("\\$argon2id\\$v=19\\$m=(?<memory>\\d{1,6}),t=(?<passes>\\d{1,2})"
                    + ",p=(?<lanes>\\d{1,2})\\$(?<salt>[A-Za-z0-9+/]{11,86})\\$(?<hash>[A-Za-z0-9+/]{22,86})");
    private static final Base64.Encoder ENCODER = Base64.getEncoder().withoutPadding();

    private final Cost cost;
    private final byte[] salt;
    private final byte[] hash;

    private Argon2Hash(Cost cost, byte[] salt, byte[] hash) {
        this.cost = cost;
        this.salt = salt;
        this.hash = hash;
    }

    static Argon2Hash of(byte[] password, Cost cost, byte[] salt, int length) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(cost.memoryKib())
                .withIterations(cost.passes())
                .withParallelism(cost.lanes())
                .withSalt(salt)
                .build());
        byte[] hash = new byte[length];
        generator.generateBytes(password, hash);
        return new Argon2Hash(cost, salt, hash);
    }

    /** Reads the PHC form; empty when it has another algorithm, is malformed, or its cost exceeds the limits below. */
    static Optional<Argon2Hash> parse(String phc) {
        Matcher matcher = FORM.matcher(phc);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Cost cost = new Cost(
                Integer.parseInt(matcher.group("memory")),
                Integer.parseInt(matcher.group("passes")),
                Integer.parseInt(matcher.group("lanes")));
        try {
            byte[] salt = Base64.getDecoder().decode(matcher.group("salt"));
            byte[] hash = Base64.getDecoder().decode(matcher.group("hash"));
            return cost.isWithinBounds() ? Optional.of(new Argon2Hash(cost, salt, hash)) : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    Cost cost() {
        return cost;
    }

    /** Whether the password has this hash; compared in constant time. */
    boolean isOf(byte[] password) {
        return MessageDigest.isEqual(hash, of(password, cost, salt, hash.length).hash);
    }

    String phc() {
        return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
                .formatted(
                        cost.memoryKib(),
                        cost.passes(),
                        cost.lanes(),
                        ENCODER.encodeToString(salt),
                        ENCODER.encodeToString(hash));
    }

    /**
     * The cost of computing a hash.
     *
     * @param memoryKib memory in KiB
     * @param passes the number of passes over the memory
     * @param lanes the number of parts of the memory that are computed independently
     */
    record Cost(int memoryKib, int passes, int lanes) {
        private static final int MAX_MEMORY_KIB = 256 * 1024;
        private static final int MAX_PASSES = 10;
        private static final int MAX_LANES = 8;

        boolean isWithinBounds() {
            return lanes >= 1
                    && lanes <= MAX_LANES
                    && passes >= 1
                    && passes <= MAX_PASSES
                    && memoryKib >= 8 * lanes
                    && memoryKib <= MAX_MEMORY_KIB;
        }
    }
}
