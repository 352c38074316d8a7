package dev.guildhall.wire.secrets;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Secrets of the tests, and a search for them in texts: each is looked up by its last characters, so that the time of a
 * search does not grow with their number. Thread-safe.
 */
public final class Secrets {
    /** All secrets that the tests of this process have sent and received. */
    public static final Secrets OF_THIS_RUN = new Secrets();

    /** Shorter texts occur by chance. */
    private static final int FEWEST = 8;

    private static final int MOST = 4096;

    private final Map<String, Map<String, String>> kindsByEnd = new ConcurrentHashMap<>();

    /**
     * Adds a secret, as it is and in its URL-encoded form; of a signed token only its signature, without which the rest
     * is useless.
     *
     * @param kind the name of the secret in a finding
     */
    public void add(String kind, String secret) {
        String kept = secret.substring(Math.max(secret.lastIndexOf('.') + 1, secret.length() - MOST));
        keep(kind, kept.length() < FEWEST ? secret : kept);
        keep(kind, URLEncoder.encode(secret, StandardCharsets.UTF_8));
    }

    /** The kind of a secret in a text; empty when it contains none. */
    public Optional<String> kindIn(String text) {
        for (int end = FEWEST; end <= text.length(); end++) {
            Map<String, String> candidates = kindsByEnd.get(text.substring(end - FEWEST, end));
            if (candidates != null) {
                String head = text.substring(0, end);
                for (Map.Entry<String, String> secret : candidates.entrySet()) {
                    if (head.endsWith(secret.getKey())) {
                        return Optional.of(secret.getValue());
                    }
                }
            }
        }
        return Optional.empty();
    }

    private void keep(String kind, String secret) {
        if (secret.length() >= FEWEST && secret.length() <= MOST) {
            kindsByEnd
                    .computeIfAbsent(secret.substring(secret.length() - FEWEST), end -> new ConcurrentHashMap<>())
                    .putIfAbsent(secret, kind);
        }
    }
}
