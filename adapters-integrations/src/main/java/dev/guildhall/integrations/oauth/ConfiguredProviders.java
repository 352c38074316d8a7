package dev.guildhall.integrations.oauth;

import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.OAuthProviders;
import dev.guildhall.ports.oauth.ProviderDetails;
import dev.guildhall.ports.oauth.ProviderKind;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The configured sign-in providers. Except for {@link #discover()}, no request is sent to a provider before the first
 * sign-in there.
 */
public final class ConfiguredProviders implements OAuthProviders {
    private static final String GITHUB = "github";
    private static final String GOOGLE = "google";
    private static final String GOOGLE_ISSUER = "https://accounts.google.com";

    private final List<OAuthProvider> providers;

    private ConfiguredProviders(List<OAuthProvider> providers) {
        this.providers = List.copyOf(providers);
    }

    public static ConfiguredProviders of(List<ClientOptions> clients, InstantSource clock) {
        return of(clients, OAuthTimeouts.DEFAULT, clock);
    }

    /**
     * Providers in that order, with the given timeouts; refuses a provider without an issuer that is not predefined.
     */
    public static ConfiguredProviders of(List<ClientOptions> clients, OAuthTimeouts timeouts, InstantSource clock) {
        if (clients.isEmpty()) {
            return new ConfiguredProviders(List.of());
        }
        ProviderHttp http = new ProviderHttp(timeouts);
        return new ConfiguredProviders(
                clients.stream().map(client -> provider(client, http, clock)).toList());
    }

    /**
     * Fetches the discovery documents of all OpenID Connect providers concurrently and logs a warning for each one that
     * is unusable, or that sends the client secret to another host. Blocks until the providers have responded or timed
     * out, or the thread is interrupted.
     */
    public void discover() {
        try (ExecutorService discoveries = Executors.newVirtualThreadPerTaskExecutor()) {
            providers.stream()
                    .filter(OpenIdProvider.class::isInstance)
                    .map(OpenIdProvider.class::cast)
                    .forEach(provider -> discoveries.execute(provider::discover));
        }
    }

    /** Whether the provider with that name is predefined and needs no issuer. */
    public static boolean isKnown(String name) {
        return name.equals(GITHUB) || name.equals(GOOGLE);
    }

    @Override
    public List<OAuthProvider> all() {
        return providers;
    }

    private static OAuthProvider provider(ClientOptions client, ProviderHttp http, InstantSource clock) {
        if (client.name().value().equals(GITHUB)) {
            GitHubAddresses addresses =
                    client.issuer().map(GitHubAddresses::server).orElse(GitHubAddresses.PUBLIC);
            return new GitHubProvider(details(client, ProviderKind.OAUTH2), addresses, client, http);
        }
        return new OpenIdProvider(details(client, ProviderKind.OPENID_CONNECT), issuer(client), client, http, clock);
    }

    private static String issuer(ClientOptions client) {
        return client.issuer().orElseGet(() -> {
            if (!client.name().value().equals(GOOGLE)) {
                throw new IllegalArgumentException(
                        "the provider " + client.name().value() + " needs an issuer");
            }
            return GOOGLE_ISSUER;
        });
    }

    private static ProviderDetails details(ClientOptions client, ProviderKind kind) {
        String name = client.name().value();
        String shown = name.equals(GITHUB)
                ? "GitHub"
                : name.substring(0, 1).toUpperCase(Locale.ROOT)
                        + name.substring(1).replace('_', ' ');
        return new ProviderDetails(client.name(), shown, kind);
    }
}
