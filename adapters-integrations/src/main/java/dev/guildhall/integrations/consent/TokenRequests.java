package dev.guildhall.integrations.consent;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import okhttp3.FormBody;
import okhttp3.Request;

/** Authenticated requests of this installation to a provider. Immutable. */
final class TokenRequests {
    private final OAuthClientOptions options;

    TokenRequests(OAuthClientOptions options) {
        this.options = options;
    }

    Request to(URI address, Map<String, String> parameters) {
        FormBody.Builder form = new FormBody.Builder();
        parameters.forEach(form::add);
        Request.Builder request = new Request.Builder()
                .url(address.toString())
                .header("Accept", "application/json")
                .header("User-Agent", "Guildhall");
        switch (options.clientSecret().isPresent() ? options.tokenAuthMethod() : TokenAuthMethod.NONE) {
            case CLIENT_SECRET_BASIC -> request.header("Authorization", basic());
            case CLIENT_SECRET_POST ->
                form.add("client_id", options.clientId())
                        .add("client_secret", options.clientSecret().orElseThrow());
            case NONE -> form.add("client_id", options.clientId());
        }
        return request.post(form.build()).build();
    }

    /** Each part is form-encoded before the two are joined (RFC 6749, 2.3.1). */
    private String basic() {
        String pair = encoded(options.clientId())
                + ":"
                + encoded(options.clientSecret().orElseThrow());
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
