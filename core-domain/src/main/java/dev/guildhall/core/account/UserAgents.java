package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.session.SessionOrigin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the browser and the system from what clients say that they are ({@code User-Agent}), for people. */
final class UserAgents {
    private static final int LONGEST = 512;
    private static final int LONGEST_NAME = 40;
    private static final Pattern PROGRAM = Pattern.compile("^([A-Za-z][A-Za-z0-9._ -]*?)(?:/|$)");

    /** By what the header contains; the first one counts, since most browsers name others too. */
    private static final Map<String, String> BROWSERS = ordered(
            "Edg", "Edge",
            "OPR/", "Opera",
            "SamsungBrowser", "Samsung Internet",
            "Firefox/", "Firefox",
            "FxiOS", "Firefox",
            "CriOS", "Chrome",
            "Chrome/", "Chrome",
            "Safari/", "Safari");

    private static final Map<String, String> SYSTEMS = ordered(
            "iPhone", "iOS",
            "iPad", "iPadOS",
            "Android", "Android",
            "Windows", "Windows",
            "Mac OS", "macOS",
            "CrOS", "ChromeOS",
            "Linux", "Linux");

    private UserAgents() {}

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    /** Where a sign-in of this caller comes from. */
    static SessionOrigin of(Caller caller) {
        return switch (caller) {
            case Caller.Anonymous(String address, Optional<String> userAgent) ->
                new SessionOrigin(
                        userAgent.flatMap(UserAgents::browser),
                        userAgent.flatMap(text -> named(SYSTEMS, text)),
                        Optional.of(address));
            case Caller.User ignored -> SessionOrigin.UNKNOWN;
        };
    }

    /** A name for people and for comparisons: {@code Firefox on Linux}. */
    static String name(SessionOrigin origin) {
        return origin.browser().orElse("an unknown program")
                + origin.system().map(system -> " on " + system).orElse("");
    }

    private static Optional<String> browser(String text) {
        return text.startsWith("Mozilla/") ? named(BROWSERS, text) : program(text);
    }

    private static Optional<String> program(String text) {
        Matcher program = PROGRAM.matcher(Text.beginning(text, LONGEST));
        return program.find() ? Optional.of(Text.beginning(program.group(1).strip(), LONGEST_NAME)) : Optional.empty();
    }

    private static Optional<String> named(Map<String, String> names, String text) {
        String beginning = Text.beginning(text, LONGEST);
        return names.entrySet().stream()
                .filter(entry -> beginning.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
