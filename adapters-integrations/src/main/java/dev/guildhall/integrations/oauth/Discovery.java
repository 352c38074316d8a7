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
 * The endpoints of an OpenID Connect provider, from its discovery document. The document is fetched when it is first
 * needed and cached, so that a server can start while the provider is down.
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
            throw faults.unavailable("the discovery document cannot be fetched: status " + reply.status());
        }
        try {
            return checked(OIDCProviderMetadata.parse(reply.body()));
        } catch (ParseException garbage) {
            throw faults.unavailable("the discovery document cannot be read");
        }
    }

    private OIDCProviderMetadata checked(OIDCProviderMetadata metadata) {
        if (!metadata.getIssuer().getValue().equals(issuer)) {
            throw faults.unavailable("the discovery document names an issuer other than the configured one");
        }
        boolean whole = Stream.of(
                        metadata.getAuthorizationEndpointURI(), metadata.getTokenEndpointURI(), metadata.getJWKSetURI())
                .allMatch(this::isUsable);
        if (!whole) {
            throw faults.unavailable("the discovery document lacks an address, or has an insecure one");
        }
        return metadata;
    }

    /** When the issuer's address is secure, the other addresses must be secure too. */
    boolean isUsable(@Nullable URI address) {
        if (address == null || address.getHost() == null) {
            return false;
        }
        return "https".equals(address.getScheme())
                || ("http".equals(address.getScheme()) && issuer.startsWith("http:"));
    }
}
