package dev.guildhall.app.config;

import dev.guildhall.http.token.TrustedIssuer;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Types the keys about somebody else's access tokens, which mean something together alone. */
final class TokenIssuerConfig {
    private TokenIssuerConfig() {}

    /**
     * Whose tokens are taken; empty when no key says so.
     *
     * @throws BadConfiguration when a key is there that needs another one
     */
    static Optional<TrustedIssuer> of(Settings settings) {
        Optional<String> issuer = settings.get(Key.TOKEN_ISSUER);
        List<String> faults = issuer.isPresent() ? withoutAudience(settings) : withoutIssuer(settings);
        if (!faults.isEmpty()) {
            throw new BadConfiguration(faults);
        }
        Optional<URI> keySet = settings.get(Key.TOKEN_JWKS_URL).map(URI::create);
        return issuer.flatMap(
                name -> settings.get(Key.TOKEN_AUDIENCE).map(audience -> new TrustedIssuer(name, keySet, audience)));
    }

    private static List<String> withoutAudience(Settings settings) {
        return settings.get(Key.TOKEN_AUDIENCE).isPresent()
                ? List.of()
                : List.of(Key.TOKEN_AUDIENCE.name() + ": is needed, since tokens of " + Key.TOKEN_ISSUER.name()
                        + " may be meant for others");
    }

    private static List<String> withoutIssuer(Settings settings) {
        return Stream.of(Key.TOKEN_JWKS_URL, Key.TOKEN_AUDIENCE)
                .filter(key -> settings.get(key).isPresent())
                .map(key -> key.name() + ": means nothing without " + Key.TOKEN_ISSUER.name())
                .toList();
    }
}
