package dev.guildhall.integrations.httptool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The template of a request.
 *
 * @param method of the request, in capitals
 * @param path below the address of the API
 * @param query the constant parameters of the query, by name
 * @param headers headers that replace the API's headers of the same names
 * @param parameters the parameters of a call
 * @param body absent for a request without one
 * @param repetition whether the request may be sent again when no response comes
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
     * The template of a body.
     *
     * @param template the content
     * @param format the format
     */
    public record Body(BodyTemplate template, BodyFormat format) {}

    /**
     * Whether a request may be sent again.
     *
     * @param idempotent whether sending it twice has the same effect as sending it once
     * @param keyHeader the header for an idempotency key; absent when the upstream supports none
     */
    public record Repetition(boolean idempotent, Optional<String> keyHeader) {
        /** The method's own semantics (RFC 9110, 9.2.2). */
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
