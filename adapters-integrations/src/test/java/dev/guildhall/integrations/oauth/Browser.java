package dev.guildhall.integrations.oauth;

import dev.guildhall.integrations.provider.Loopback;
import java.net.URI;
import java.util.Map;

/** A browser that opens a sign-in page, and returns. */
public final class Browser {
    /** The parameters that it returns with. */
    record Back(String code, String state) {}

    private Browser() {}

    /** Signs the user in there. */
    static Back visit(URI authorizationUrl) {
        Map<String, String> parameters = Loopback.visit(authorizationUrl);
        return new Back(parameters.getOrDefault("code", ""), parameters.getOrDefault("state", ""));
    }
}
