package dev.guildhall.integrations.discovery;

import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server wants of a credential (RFC 6750, 3; RFC 9728, 5.1).
 *
 * @param resourceMetadata the address of the server's metadata; absent when the server does not name it
 * @param scopes the scopes that it wants
 * @param error its error code; absent when there was no credential
 */
public record Challenge(Optional<String> resourceMetadata, List<Scope> scopes, Optional<String> error) {
    private static final Pattern SCHEME = Pattern.compile("(?:^|,)\\s*Bearer(?=\\s|,|$)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PARAMETER =
            Pattern.compile("\\G[\\s,]*([\\w-]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,\"]*+))");

    public Challenge {
        scopes = List.copyOf(scopes);
    }

    /** The first challenge for a bearer token in the values of {@code WWW-Authenticate}. */
    public static Optional<Challenge> read(List<String> headers) {
        return headers.stream().flatMap(Challenge::bearer).findFirst();
    }

    private static Stream<Challenge> bearer(String header) {
        Matcher scheme = SCHEME.matcher(header);
        if (!scheme.find()) {
            return Stream.empty();
        }
        Map<String, String> parameters = new HashMap<>();
        Matcher parameter = PARAMETER.matcher(header);
        for (int from = scheme.end(); from < header.length() && parameter.find(from); from = parameter.end()) {
            String value = Optional.ofNullable(parameter.group(2)).orElseGet(() -> parameter.group(3));
            parameters.putIfAbsent(parameter.group(1).toLowerCase(Locale.ROOT), value.replaceAll("\\\\(.)", "$1"));
        }
        return Stream.of(new Challenge(
                Optional.ofNullable(parameters.get("resource_metadata")),
                scopes(Stream.of(parameters.getOrDefault("scope", "").split("\\s+"))),
                Optional.ofNullable(parameters.get("error"))));
    }

    /** The well-formed ones of these scopes, up to the limit. */
    static List<Scope> scopes(Stream<String> words) {
        return words.flatMap(Challenge::scope)
                .distinct()
                .limit(DiscoveryLimits.SCOPES)
                .toList();
    }

    private static Stream<Scope> scope(String word) {
        try {
            return Stream.of(new Scope(word));
        } catch (Refusal malformed) {
            return Stream.empty();
        }
    }

    public boolean isInsufficientScope() {
        return error.filter("insufficient_scope"::equals).isPresent();
    }
}
