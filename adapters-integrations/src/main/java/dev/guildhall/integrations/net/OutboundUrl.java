package dev.guildhall.integrations.net;

import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.tool.FailureKind;
import okhttp3.HttpUrl;

public final class OutboundUrl {
    private OutboundUrl() {}

    /**
     * Parses an http or https address without a user or a password; fails with {@link FailureKind#INVALID_ARGUMENTS}.
     */
    public static HttpUrl parse(String text) {
        if (text.length() > OutboundLimits.URL_CHARACTERS) {
            throw malformed("must have at most " + OutboundLimits.URL_CHARACTERS + " characters");
        }
        HttpUrl url = HttpUrl.parse(text.strip());
        if (url == null) {
            throw malformed("must be an http or https address");
        }
        return checked(url);
    }

    /** Checks the syntax of an address; the rules for its host are checked when the connection is made. */
    static HttpUrl checked(HttpUrl url) {
        if (!url.username().isEmpty() || !url.password().isEmpty()) {
            throw malformed("must not contain a user or a password");
        }
        if (url.toString().length() > OutboundLimits.URL_CHARACTERS) {
            throw malformed("must have at most " + OutboundLimits.URL_CHARACTERS + " characters");
        }
        String host = url.host();
        boolean figures = host.indexOf(':') >= 0 || EgressEntry.looksLikeANumber(host);
        if (figures && AddressRange.literal(host).isEmpty()) {
            throw new OutboundFailure(
                    FailureKind.BLOCKED, "the address's host is a number in a form that is not allowed");
        }
        return url;
    }

    static boolean sameOrigin(HttpUrl one, HttpUrl other) {
        return one.scheme().equals(other.scheme()) && one.host().equals(other.host()) && one.port() == other.port();
    }

    private static OutboundFailure malformed(String what) {
        return new OutboundFailure(FailureKind.INVALID_ARGUMENTS, "the address " + what);
    }
}
