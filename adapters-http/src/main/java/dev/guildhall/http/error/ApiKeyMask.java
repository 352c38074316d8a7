package dev.guildhall.http.error;

import java.util.regex.Pattern;

/** Shortens API keys in texts of clients that an error or a log repeats to their public prefix. */
public final class ApiKeyMask {
    private static final String START = "gh_";
    private static final Pattern KEY = Pattern.compile("(" + START + "[A-Za-z0-9_-]{8})[A-Za-z0-9_-]{35,}");

    private ApiKeyMask() {}

    public static String in(String text) {
        return text.contains(START) ? KEY.matcher(text).replaceAll("$1***") : text;
    }
}
