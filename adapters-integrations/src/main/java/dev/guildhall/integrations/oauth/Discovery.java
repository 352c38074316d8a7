package dev.guildhall.integrations.oauth;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.ProviderReply;
import java.net.URI;
import java.time.InstantSource;
import java.util.stream.Stream;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * Where an OpenID Connect provider has what, by its discovery document. Fetched when it is first needed and kept for a while,
 * so that a provider that is down keeps no server from starting. Thread-safe.
 */
final class Discovery {
    private static final String PATH = "/.well-known/openid-configuration";

    private final String issuer;
    private final ProviderHttp http;
    private final ProviderFaults faults;
    private final CachedDocument<OIDCProviderMetadata> cached;

    Discovery(String issuer, ProviderHttp http, ProviderFaults faults, InstantSource clock) {
        this.issuer = issuer;
        this.http = http;
        this.faults = faults;
        this.cached = new CachedDocument<>(clock, this::fetch);
    }

    OIDCProviderMetadata metadata() {
        return cached.youngerThan(OAuthProviderLimits.CACHE_LIFE);
    }

    private OIDCProviderMetadata fetch() {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        ProviderReply reply = http.send(new Request.Builder().url(base + PATH).build(), faults::unavailable);
        if (reply.status() != 200) {
            throw faults.unavailable("the discovery document is not there: status " + reply.status());
        }
        try {
            return checked(OIDCProviderMetadata.parse(reply.body()));
        } catch (ParseException garbage) {
            throw faults.unavailable("the discovery document cannot be read");
        }
    }

    private OIDCProviderMetadata checked(OIDCProviderMetadata metadata) {
        if (!metadata.getIssuer().getValue().equals(issuer)) {
            throw faults.unavailable("the discovery document names another issuer than the configured one");
        }
        boolean whole = Stream.of(
                        metadata.getAuthorizationEndpointURI(), metadata.getTokenEndpointURI(), metadata.getJWKSetURI())
                .allMatch(this::isUsable);
        if (!whole) {
            throw faults.unavailable("the discovery document lacks an address, or has one that is not safe");
        }
        return metadata;
    }

    /** Who is found over a safe connection must not send secrets over another one. */
    boolean isUsable(@Nullable URI address) {
        if (address == null || address.getHost() == null) {
            return false;
        }
        return "https".equals(address.getScheme())
                || ("http".equals(address.getScheme()) && issuer.startsWith("http:"));
    }
}
