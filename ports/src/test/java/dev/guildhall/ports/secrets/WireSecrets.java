package dev.guildhall.ports.secrets;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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

    /** Texts that are longer are read by the patterns only when they contain one of {@link #MARKS}. */
    private static final int LONG = 64 * 1024;

    private static final List<String> MARKS = Stream.concat(
                    Stream.of("gh_", "earer", "EARER"),
                    Stream.of(SENT.keySet(), RECEIVED.keySet())
                            .flatMap(Set::stream)
                            .distinct()
                            .flatMap(name -> Stream.of("\"" + name + "\"", "&" + name + "=")))
            .toList();

    private static final BitSet FIRST =
            MARKS.stream().mapToInt(mark -> mark.charAt(0)).collect(BitSet::new, BitSet::set, BitSet::or);

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

    /** Uploaded files and pictures of many mebibytes have nothing for the patterns. */
    private static boolean isUnmarked(String text) {
        if (text.length() <= LONG) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (FIRST.get(text.charAt(i)) && startsWithMark(text, i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean startsWithMark(String text, int at) {
        for (String mark : MARKS) {
            if (text.startsWith(mark, at)) {
                return true;
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
