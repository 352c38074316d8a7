package dev.guildhall.integrations.httptool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a request is made of.
 *
 * @param method of the request, in capitals
 * @param path below the address of the API
 * @param query what stands in every query, by name
 * @param headers what is sent in place of the API's headers of the same names
 * @param parameters what a call brings
 * @param body absent for a request without one
 * @param repetition what may be done when no answer comes
 */
public record RequestTemplate(
        String method,
        PathTemplate path,
        Map<String, String> query,
        Map<String, String> headers,
        List<PlacedParameter> parameters,
        Optional<Body> body,
        Repetition repetition) {
    /**
     * How a body is made.
     *
     * @param template what it is made of
     * @param format how it is written
     */
    public record Body(BodyTemplate template, BodyFormat format) {}

    /**
     * Whether a request may be sent again.
     *
     * @param idempotent whether sending it twice is the same as sending it once
     * @param keyHeader the header that takes a key by which the upstream knows a repetition; absent where it knows none
     */
    public record Repetition(boolean idempotent, Optional<String> keyHeader) {
        /** What the method says by itself (RFC 9110, 9.2.2). */
        public static boolean isIdempotent(String method) {
            return switch (method) {
                case "GET", "HEAD", "PUT", "DELETE", "OPTIONS" -> true;
                default -> false;
            };
        }

        boolean isAllowed() {
            return idempotent || keyHeader.isPresent();
        }
    }

    public RequestTemplate {
        query = Collections.unmodifiableMap(new LinkedHashMap<>(query));
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        parameters = List.copyOf(parameters);
    }
}
