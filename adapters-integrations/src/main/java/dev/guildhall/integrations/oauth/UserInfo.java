package dev.guildhall.integrations.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.ProviderReply;
import java.net.URI;
import okhttp3.Request;

/** Reads from an OpenID Connect provider the claims that its id tokens omit. Thread-safe. */
final class UserInfo {
    private final Discovery discovery;
    private final ProviderHttp http;
    private final ProviderFaults faults;

    UserInfo(Discovery discovery, ProviderHttp http, ProviderFaults faults) {
        this.discovery = discovery;
        this.http = http;
        this.faults = faults;
    }

    /** Whether the provider has a user info endpoint. */
    boolean isOffered(OIDCProviderMetadata metadata) {
        return discovery.isUsable(metadata.getUserInfoEndpointURI());
    }

    /** The claims about that subject. */
    JsonNode of(String subject, AccessToken token, OIDCProviderMetadata metadata) {
        URI address = metadata.getUserInfoEndpointURI();
        Request request = new Request.Builder()
                .url(address.toString())
                .header("Authorization", "Bearer " + token.getValue())
                .header("Accept", "application/json")
                .build();
        ProviderReply reply = http.send(request, faults::unavailable);
        if (reply.status() != 200) {
            throw faults.unavailable("does not say who signed in: status " + reply.status());
        }
        JsonNode claims = DocumentJson.read(reply.body(), JsonNode.class)
                .orElseThrow(() -> faults.unavailable("describes the user in an unreadable form"));
        if (!subject.equals(claims.path("sub").textValue())) {
            throw faults.unavailable("describes a user other than the one who signed in");
        }
        return claims;
    }
}
