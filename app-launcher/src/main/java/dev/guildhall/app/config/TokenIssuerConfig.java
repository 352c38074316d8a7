package dev.guildhall.app.config;

import dev.guildhall.http.token.TrustedIssuer;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Types the keys for another issuer's access tokens, which are valid only together. */
final class TokenIssuerConfig {
    private TokenIssuerConfig() {}

    /**
     * The issuer whose tokens are accepted; empty when no key names one.
     *
     * @throws BadConfiguration when a key is set that requires another one
     */
    static Optional<TrustedIssuer> of(Settings settings) {
        Optional<String> issuer = settings.get(SettingKey.TOKEN_ISSUER);
        List<String> faults = issuer.isPresent() ? withoutAudience(settings) : withoutIssuer(settings);
        if (!faults.isEmpty()) {
            throw new BadConfiguration(faults);
        }
        Optional<URI> keySet = settings.get(SettingKey.TOKEN_JWKS_URL);
        return issuer.flatMap(name ->
                settings.get(SettingKey.TOKEN_AUDIENCE).map(audience -> new TrustedIssuer(name, keySet, audience)));
    }

    private static List<String> withoutAudience(Settings settings) {
        return settings.get(SettingKey.TOKEN_AUDIENCE).isPresent()
                ? List.of()
                : List.of(SettingKey.TOKEN_AUDIENCE.name() + ": is required, since tokens of "
                        + SettingKey.TOKEN_ISSUER.name() + " may be meant for other services");
    }

    private static List<String> withoutIssuer(Settings settings) {
        return Stream.of(SettingKey.TOKEN_JWKS_URL, SettingKey.TOKEN_AUDIENCE)
                .filter(key -> settings.get(key).isPresent())
                .map(key -> key.name() + ": has no effect without " + SettingKey.TOKEN_ISSUER.name())
                .toList();
    }
}
