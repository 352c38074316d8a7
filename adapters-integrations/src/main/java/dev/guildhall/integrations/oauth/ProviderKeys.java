package dev.guildhall.integrations.oauth;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.ProviderReply;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.List;
import okhttp3.Request;

/**
 * The signing keys of a provider. For an unknown key they are fetched again, since the key may be new, but not too
 * often.
 */
final class ProviderKeys implements JWKSource<SecurityContext> {
    private final Discovery discovery;
    private final ProviderHttp http;
    private final ProviderFaults faults;
    private final CachedDocument<JWKSet> cached;

    ProviderKeys(Discovery discovery, ProviderHttp http, ProviderFaults faults, InstantSource clock) {
        this.discovery = discovery;
        this.http = http;
        this.faults = faults;
        this.cached = new CachedDocument<>(clock, this::fetch);
    }

    @Override
    public List<JWK> get(JWKSelector selector, SecurityContext context) {
        List<JWK> known = selector.select(cached.youngerThan(OAuthProviderLimits.CACHE_LIFE));
        return known.isEmpty() ? selector.select(cached.youngerThan(OAuthProviderLimits.KEYS_AT_LEAST)) : known;
    }

    private JWKSet fetch() {
        String address = discovery.metadata().getJWKSetURI().toString();
        ProviderReply reply = http.send(new Request.Builder().url(address).build(), faults::unavailable);
        if (reply.status() != 200) {
            throw faults.unavailable("the keys cannot be fetched: status " + reply.status());
        }
        try {
            return JWKSet.parse(reply.body());
        } catch (ParseException garbage) {
            throw faults.unavailable("the keys cannot be read");
        }
    }
}
