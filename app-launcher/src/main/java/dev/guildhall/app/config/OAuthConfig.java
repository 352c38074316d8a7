package dev.guildhall.app.config;

import dev.guildhall.integrations.oauth.ClientOptions;
import dev.guildhall.integrations.oauth.ConfiguredProviders;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sign-in with providers.
 *
 * @param clients one for each provider, by name
 * @param allowedRedirects the allowed return addresses of browsers, including all paths below them; empty means any
 * @param stateRequired whether a code is accepted only with a state
 */
public record OAuthConfig(List<ClientOptions> clients, List<RedirectUri> allowedRedirects, boolean stateRequired) {
    public OAuthConfig {
        clients = List.copyOf(clients);
        allowedRedirects = List.copyOf(allowedRedirects);
    }

    /**
     * Types the settings of all providers that any key names.
     *
     * @throws BadConfiguration when a provider's settings are incomplete
     */
    static OAuthConfig of(Settings settings) {
        Set<String> names = new TreeSet<>();
        settings.names().forEach(key -> SettingKey.providerOf(key).ifPresent(names::add));
        List<String> faults = new ArrayList<>();
        List<ClientOptions> clients = names.stream()
                .flatMap(name -> client(name, settings, faults).stream())
                .toList();
        if (!faults.isEmpty()) {
            throw new BadConfiguration(faults);
        }
        return new OAuthConfig(
                clients,
                settings.get(SettingKey.ALLOWED_REDIRECTS).orElse(List.of()),
                settings.require(SettingKey.OAUTH_REQUIRE_STATE));
    }

    private static Optional<ClientOptions> client(String name, Settings settings, List<String> faults) {
        SettingKey<String> issuer = SettingKey.ofProvider(name, "_ISSUER");
        SettingKey<String> id = SettingKey.ofProvider(name, "_CLIENT_ID");
        Optional<String> clientId = settings.get(id);
        if (clientId.isEmpty()) {
            faults.add(id.name() + ": is required when another key names this provider");
        }
        if (settings.get(issuer).isEmpty() && !ConfiguredProviders.isKnown(name)) {
            faults.add(issuer.name() + ": is required for every provider except google and github");
        }
        try {
            ProviderName provider = new ProviderName(name);
            Optional<String> secret = settings.get(SettingKey.ofProvider(name, "_CLIENT_SECRET"));
            return clientId.map(known -> new ClientOptions(provider, settings.get(issuer), known, secret));
        } catch (Refusal malformed) {
            faults.add(id.name() + ": " + malformed.problem().message());
            return Optional.empty();
        }
    }
}
