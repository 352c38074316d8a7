package dev.guildhall.wire.secrets;

import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
        collect(text, SENT, true);
    }

    /** Collects from a response; the {@code code} of an error is not a secret. */
    public void received(String text) {
        collect(text, RECEIVED, false);
    }

    /** Patterns are slow, and some texts have many mebibytes: they are applied only where a secret may begin. */
    private void collect(String text, Map<String, String> kinds, boolean isSent) {
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '"' -> {
                    if (isName(text, i + 1, '"', kinds)) {
                        found(FIELD, text, i).ifPresent(field -> add(kinds, field));
                    }
                }
                case '?', '&' -> {
                    if (isSent && isName(text, i + 1, '=', kinds)) {
                        found(PARAMETER, text, i).ifPresent(parameter -> add(kinds, parameter));
                    }
                }
                case 'g' -> {
                    if (text.startsWith("gh_", i)) {
                        found(API_KEY, text, i).ifPresent(key -> secrets.add("API key", key.group()));
                    }
                }
                case 'b', 'B' -> {
                    if (isSent && text.regionMatches(true, i, "bearer", 0, 6)) {
                        found(BEARER, text, i).ifPresent(token -> secrets.add("access token", token.group(1)));
                    }
                }
                default -> {}
            }
        }
    }

    private static boolean isName(String text, int from, char end, Map<String, String> kinds) {
        int last = Math.min(text.length() - 1, from + LONGEST_NAME);
        for (int to = from; to <= last; to++) {
            if (text.charAt(to) == end) {
                return kinds.containsKey(text.substring(from, to));
            }
        }
        return false;
    }

    private static Optional<MatchResult> found(Pattern form, String text, int from) {
        Matcher matcher = form.matcher(text).region(from, text.length());
        return matcher.lookingAt() ? Optional.of(matcher) : Optional.empty();
    }

    private void add(Map<String, String> kinds, MatchResult found) {
        secrets.add(kinds.getOrDefault(found.group(1), "secret"), found.group(2));
    }
}
