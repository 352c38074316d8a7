package dev.guildhall.ports.secrets;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Texts that must not get out, and the search for them: each is looked up by its last characters, so the time that a search
 * takes does not grow with their number. Thread-safe.
 */
public final class Secrets {
    /** All that the tests of this process have sent and seen. */
    public static final Secrets OF_THIS_RUN = new Secrets();

    /** Whatever is shorter would be found in anything. */
    private static final int FEWEST = 8;

    private static final int MOST = 4096;

    private final Map<String, Map<String, String>> kindsByEnd = new ConcurrentHashMap<>();

    /**
     * Remembers a secret, as it is and as it stands in an address; of a signed token its signature, without which the rest
     * is of no use.
     *
     * @param kind what a finding calls it
     */
    public void add(String kind, String secret) {
        String kept = secret.substring(Math.max(secret.lastIndexOf('.') + 1, secret.length() - MOST));
        keep(kind, kept.length() < FEWEST ? secret : kept);
        keep(kind, URLEncoder.encode(secret, StandardCharsets.UTF_8));
    }

    /** The kind of a secret that stands in a text. */
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
