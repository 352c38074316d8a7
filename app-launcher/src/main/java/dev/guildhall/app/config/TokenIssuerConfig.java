package dev.guildhall.app.config;

import dev.guildhall.http.token.TrustedIssuer;
import java.util.ArrayList;
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
        List<String> faults = issuer.isPresent() ? withIssuer(settings) : withoutIssuer(settings);
        if (!faults.isEmpty()) {
            throw new BadConfiguration(faults);
        }
        return issuer.flatMap(name -> settings.get(SettingKey.TOKEN_AUDIENCE)
                .map(audience -> new TrustedIssuer(
                        name,
                        settings.get(SettingKey.TOKEN_JWKS_URL),
                        audience,
                        settings.require(SettingKey.TOKEN_PROVISIONING),
                        settings.get(SettingKey.TOKEN_ADMIN_CLAIM))));
    }

    private static List<String> withIssuer(Settings settings) {
        List<String> faults = new ArrayList<>();
        if (settings.get(SettingKey.TOKEN_AUDIENCE).isEmpty()) {
            faults.add(SettingKey.TOKEN_AUDIENCE.name() + ": is required, since tokens of "
                    + SettingKey.TOKEN_ISSUER.name() + " may be meant for other services");
        }
        if (settings.get(SettingKey.TOKEN_ADMIN_CLAIM).isPresent()
                && !settings.require(SettingKey.TOKEN_PROVISIONING)) {
            faults.add(SettingKey.TOKEN_ADMIN_CLAIM.name() + ": has no effect without "
                    + SettingKey.TOKEN_PROVISIONING.name() + "=on");
        }
        return faults;
    }

    private static List<String> withoutIssuer(Settings settings) {
        return Stream.of(
                        SettingKey.TOKEN_JWKS_URL,
                        SettingKey.TOKEN_AUDIENCE,
                        SettingKey.TOKEN_PROVISIONING,
                        SettingKey.TOKEN_ADMIN_CLAIM)
                .filter(key ->
                        settings.get(key).filter(value -> !value.equals(false)).isPresent())
                .map(key -> key.name() + ": has no effect without " + SettingKey.TOKEN_ISSUER.name())
                .toList();
    }
}
