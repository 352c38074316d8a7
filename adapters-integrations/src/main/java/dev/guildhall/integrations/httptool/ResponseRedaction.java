package dev.guildhall.integrations.httptool;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes secrets from an upstream's response: some upstreams repeat the credential. */
final class ResponseRedaction {
    private static final String INSTEAD = "[secret]";

    private final List<String> secrets;

    ResponseRedaction(Collection<String> secrets) {
        this.secrets = secrets.stream()
                .filter(secret -> secret.length() >= HttpToolLimits.SHORTEST_SECRET)
                .flatMap(secret -> Stream.of(secret, PercentEncoding.of(secret)))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    String of(String text) {
        String clean = text;
        for (String secret : secrets) {
            clean = clean.replace(secret, INSTEAD);
        }
        return clean;
    }
}
