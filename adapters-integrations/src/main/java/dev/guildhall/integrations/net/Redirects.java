package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import okhttp3.HttpUrl;

/** The target of a redirect, and the parts of the request that are sent there (RFC 9110, 15.4). */
final class Redirects {
    private static final int MOVED = 301;
    private static final int FOUND = 302;
    private static final int SEE_OTHER = 303;
    private static final Set<Integer> STATUSES = Set.of(MOVED, FOUND, SEE_OTHER, 307, 308);
    private static final Set<String> ALWAYS_SECRET = Set.of("authorization", "cookie");

    private Redirects() {}

    /**
     * The next request; empty when the response is not a redirect.
     *
     * @throws OutboundFailure when the redirect must not be followed: from https to http, with a body or a credential
     *     to another origin, or to an invalid address
     */
    static Optional<OutboundRequest> next(OutboundRequest request, int status, Optional<String> location) {
        if (!STATUSES.contains(status) || location.isEmpty()) {
            return Optional.empty();
        }
        HttpUrl target = request.url().resolve(location.get());
        if (target == null) {
            throw ConnectionFaults.invalid("the response redirects to something that is not an http or https address");
        }
        HttpUrl url = checked(target);
        if (request.url().isHttps() && !url.isHttps()) {
            throw blocked("the response redirects from https to http");
        }
        boolean stays = OutboundUrl.sameOrigin(request.url(), url);
        boolean becomesGet = becomesGet(request.method(), status);
        Optional<OutboundRequest.Body> body = becomesGet ? Optional.empty() : request.body();
        if (!stays && body.isPresent()) {
            throw blocked("the response redirects the request's body to another site");
        }
        if (!stays && carriesSecret(request, url)) {
            throw blocked("the response redirects a credential to another site");
        }
        Map<String, String> headers = new LinkedHashMap<>(request.headers());
        if (!stays) {
            headers.keySet().removeIf(name -> isSecret(request, name));
        }
        return Optional.of(new OutboundRequest(
                becomesGet ? "GET" : request.method(),
                url,
                headers,
                request.credentials(),
                body,
                request.limits(),
                true,
                request.idempotent()));
    }

    private static HttpUrl checked(HttpUrl target) {
        try {
            return OutboundUrl.checked(target);
        } catch (OutboundFailure fault) {
            throw blocked("the response redirects to an address that is not allowed");
        }
    }

    private static boolean becomesGet(String method, int status) {
        return (method.equals("POST") && (status == MOVED || status == FOUND))
                || (status == SEE_OTHER && !method.equals("HEAD"));
    }

    private static boolean isSecret(OutboundRequest request, String header) {
        return ALWAYS_SECRET.contains(header.toLowerCase(Locale.ROOT))
                || request.credentials().headers().stream().anyMatch(header::equalsIgnoreCase);
    }

    /** Whether the server has written a credential of the request into an address of another site. */
    private static boolean carriesSecret(OutboundRequest request, HttpUrl url) {
        List<String> parts = Stream.of(
                        Stream.of(url.toString(), url.host()),
                        url.pathSegments().stream(),
                        url.queryParameterNames().stream(),
                        url.queryParameterNames().stream()
                                .flatMap(name -> url.queryParameterValues(name).stream())
                                .filter(Objects::nonNull))
                .flatMap(part -> part)
                .toList();
        return secrets(request).anyMatch(secret -> parts.stream().anyMatch(part -> part.contains(secret)));
    }

    private static Stream<String> secrets(OutboundRequest request) {
        Stream<String> headers = request.headers().entrySet().stream()
                .filter(header -> isSecret(request, header.getKey()))
                .map(header -> header.getValue().substring(header.getValue().lastIndexOf(' ') + 1));
        Stream<String> parameters = request.credentials().parameters().stream()
                .flatMap(name -> request.url().queryParameterValues(name).stream())
                .filter(Objects::nonNull);
        return Stream.concat(headers, parameters).filter(secret -> secret.length() >= OutboundLimits.SECRET_CHARACTERS);
    }

    private static OutboundFailure blocked(String message) {
        return new OutboundFailure(FailureKind.BLOCKED, message);
    }
}
