package dev.guildhall.ports.secrets;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collects the secrets in the requests to a service and in its responses, well-formed or not. Thread-safe. */
public final class WireSecrets {
    private static final Map<String, String> SENT = Map.ofEntries(
            Map.entry("password", "password"),
            Map.entry("currentPassword", "password"),
            Map.entry("newPassword", "password"),
            Map.entry("accessToken", "access token"),
            Map.entry("refreshToken", "refresh token"),
            Map.entry("code", "OAuth code"),
            Map.entry("state", "OAuth state"),
            Map.entry("clientSecret", "client secret"),
            Map.entry("apiKey", "API key"),
            Map.entry("access_token", "access token"),
            Map.entry("refresh_token", "refresh token"));
    private static final Map<String, String> RECEIVED =
            Map.of("accessToken", "access token", "refreshToken", "refresh token", "state", "OAuth state");

    private static final Set<String> NAMES =
            Stream.of(SENT.keySet(), RECEIVED.keySet()).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

    private static final int LONGEST_NAME = 15;

    private static final Pattern FIELD =
            Pattern.compile("\"(\\w{4,15})\"\\s*:\\s*\"((?:[^\"\\\\]++|\\\\.){1,4096}+)\"");
    private static final Pattern PARAMETER = Pattern.compile("[?&](\\w{4,15})=([^&\\s\"]++)");
    private static final Pattern API_KEY = Pattern.compile("gh_[A-Za-z0-9_-]{43}");
    private static final Pattern BEARER = Pattern.compile("(?i)bearer[ \\t]++([^\\s,]++)");

    private final Secrets secrets;

    public WireSecrets(Secrets secrets) {
        this.secrets = secrets;
    }

    /** Collects from a request, or from a part of one. */
    public void sent(String text) {
        if (isUnmarked(text)) {
            return;
        }
        learn(text, SENT, List.of(FIELD, PARAMETER));
        BEARER.matcher(text).results().forEach(found -> secrets.add("access token", found.group(1)));
    }

    /** Collects from a response; the {@code code} of an error is not a secret. */
    public void received(String text) {
        if (!isUnmarked(text)) {
            learn(text, RECEIVED, List.of(FIELD));
        }
    }

    /** Whether no pattern can find a secret. Most texts are of this kind, some of many mebibytes, and patterns are slow. */
    private static boolean isUnmarked(String text) {
        for (int i = 0; i < text.length(); i++) {
            boolean marked = switch (text.charAt(i)) {
                case '"' -> isName(text, i + 1, '"');
                case '?', '&' -> isName(text, i + 1, '=');
                case 'g' -> text.startsWith("gh_", i);
                case 'b', 'B' -> text.regionMatches(true, i, "bearer", 0, 6);
                default -> false;
            };
            if (marked) {
                return false;
            }
        }
        return true;
    }

    private static boolean isName(String text, int from, char end) {
        int last = Math.min(text.length() - 1, from + LONGEST_NAME);
        for (int to = from; to <= last; to++) {
            if (text.charAt(to) == end) {
                return NAMES.contains(text.substring(from, to));
            }
        }
        return false;
    }

    private void learn(String text, Map<String, String> kinds, List<Pattern> forms) {
        API_KEY.matcher(text).results().forEach(found -> secrets.add("API key", found.group()));
        forms.stream()
                .flatMap(form -> form.matcher(text).results())
                .filter(found -> kinds.containsKey(found.group(1)))
                .forEach(found -> add(kinds, found));
    }

    private void add(Map<String, String> kinds, MatchResult found) {
        secrets.add(kinds.getOrDefault(found.group(1), "secret"), found.group(2));
    }
}
