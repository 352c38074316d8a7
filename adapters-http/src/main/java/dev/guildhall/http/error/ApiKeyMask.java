package dev.guildhall.http.error;

import dev.guildhall.ports.apikey.ApiKey;
import java.util.regex.Pattern;

/** Shortens the API keys in a text of a client, which an error or a log repeats, to their public prefix. */
public final class ApiKeyMask {
    private static final String CHARACTER = "[A-Za-z0-9_-]";
    private static final Pattern KEY = Pattern.compile("(%s%s{%d})%2$s{%d,}"
            .formatted(
                    ApiKey.START,
                    CHARACTER,
                    ApiKey.PREFIX_LENGTH - ApiKey.START.length(),
                    ApiKey.LENGTH - ApiKey.PREFIX_LENGTH));

    private ApiKeyMask() {}

    public static String in(String text) {
        return text.contains(ApiKey.START) ? KEY.matcher(text).replaceAll("$1***") : text;
    }
}
