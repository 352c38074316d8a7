package dev.guildhall.integrations.httptool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The template of a request. Its headers replace the API's headers of the same names. */
public record RequestTemplate(
        String method,
        PathTemplate path,
        Map<String, String> query,
        Map<String, String> headers,
        List<PlacedParameter> parameters,
        Optional<Body> body,
        Repetition repetition) {
    /**
     * A body.
     *
     * @param mediaType the value of {@code Content-Type}
     * @param styles how members of a form are written, by their names; absent means that a list is repeated, and that an
     *     object is JSON text
     * @param files the members of a multipart form that are files, or lists of files
     */
    public record Body(
            BodyTemplate template,
            BodyFormat format,
            String mediaType,
            Map<String, ListStyle> styles,
            Set<String> files) {
        public Body {
            styles = Map.copyOf(styles);
            files = Set.copyOf(files);
        }

        /** A body of the format's own media type. */
        public Body(BodyTemplate template, BodyFormat format) {
            this(template, format, format.mediaType(), Map.of(), Set.of());
        }
    }

    /**
     * Whether a request may be sent again: it is idempotent, or the upstream supports a header for an idempotency key.
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
