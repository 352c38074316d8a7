package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import okhttp3.MediaType;

/** Checks the parts of a request, so that no part of it can be read as another request. */
final class RequestCheck {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e]*");
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");

    /** Headers that control the connection; only this package sets them. */
    static final Set<String> OF_THE_CONNECTION = Set.of(("accept-encoding connection content-encoding content-length"
                    + " content-type expect host keep-alive proxy-authorization proxy-connection te trailer"
                    + " transfer-encoding upgrade")
            .split(" "));

    private RequestCheck() {}

    static void method(String method, boolean withBody) {
        require(METHODS.contains(method), "the method must be one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
        require(!withBody || !WITHOUT_BODY.contains(method), "a request with " + method + " has no body");
    }

    static void headers(Map<String, String> headers) {
        require(
                headers.size() <= OutboundLimits.HEADERS,
                "there may be at most " + OutboundLimits.HEADERS + " headers");
        Set<String> seen = new HashSet<>();
        headers.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            require(NAME.matcher(name).matches() && name.length() <= 128, "a header's name is malformed");
            require(!OF_THE_CONNECTION.contains(lower), "the header " + name + " cannot be set");
            require(seen.add(lower), "the header " + name + " is listed twice");
            value(name, value);
        });
    }

    static void body(OutboundRequest.Body body) {
        value("Content-Type", body.contentType());
        require(MediaType.parse(body.contentType()) != null, "the body's content type is malformed");
        require(
                body.bytes().length <= OutboundLimits.BODY_BYTES,
                "the body may have at most " + OutboundLimits.BODY_BYTES + " bytes");
    }

    private static void value(String name, String value) {
        require(
                value.length() <= OutboundLimits.HEADER_CHARACTERS
                        && VALUE.matcher(value).matches(),
                "the header " + name + " must be one line of at most " + OutboundLimits.HEADER_CHARACTERS
                        + " ASCII characters");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new OutboundFailure(FailureKind.INVALID_ARGUMENTS, message);
        }
    }
}
