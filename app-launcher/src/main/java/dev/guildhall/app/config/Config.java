package dev.guildhall.app.config;

import dev.guildhall.http.Service;
import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.http.token.TrustedIssuer;
import dev.guildhall.integrations.agent.AgentAddress;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.otlp.OtlpOptions;
import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The launcher's configuration, with typed values.
 *
 * @param host the address that the listeners listen on
 * @param port of the main listener
 * @param services the services that this node runs
 * @param ownPorts the ports of services that are not on the main listener
 * @param publicUrl the address that users open, without a slash at its end; absent means the listener's
 * @param database where the data is stored
 * @param dataDir the directory for all other stored data
 * @param secretKey base64 of the key that encrypts secrets; absent means a generated key that is stored
 * @param adminEmails the accounts that have the role {@code admin}
 * @param fixed the settings of the installation that no admin can change
 * @param oauth sign-in with providers
 * @param integrations other systems whose tools can be called
 * @param llm the providers of language models
 * @param embeddings the embedder of texts
 * @param agent the agent's settings
 * @param remoteAgent the address of the agent service for the chat front-end; absent means in this process
 * @param queue the limits of the task queue
 * @param runs test runs
 * @param limits rate limits
 * @param egress the addresses that manifests' tools may send requests to
 * @param fetch the addresses that {@code builtin.http_fetch} may send requests to
 * @param webhooks the addresses that webhooks may have
 * @param tokens the lifetimes of tokens and their keys
 * @param tokenIssuer another issuer of access tokens; absent means none
 * @param traces where spans are sent; absent means that none are sent
 * @param allowedOrigins other origins whose pages may send requests, as browsers write them
 * @param server the limits of the listeners, and how they stop
 */
public record Config(
        String host,
        int port,
        Set<Service> services,
        Map<Service, Integer> ownPorts,
        Optional<String> publicUrl,
        Database database,
        Path dataDir,
        Optional<String> secretKey,
        Set<Email> adminEmails,
        InstallationSettings fixed,
        OAuthConfig oauth,
        IntegrationConfig integrations,
        LlmConfig llm,
        EmbeddingConfig embeddings,
        AgentConfig agent,
        Optional<AgentAddress> remoteAgent,
        Queue queue,
        RunConfig runs,
        Limits limits,
        EgressRules egress,
        EgressRules fetch,
        EgressRules webhooks,
        Tokens tokens,
        Optional<TrustedIssuer> tokenIssuer,
        Optional<OtlpOptions> traces,
        Set<String> allowedOrigins,
        ServerLimits server) {
    /**
     * The limits of the task queue (tasks-16, tasks-17).
     *
     * @param capacity how many tasks may be queued; 0 means any number
     * @param workers how many tasks this node runs at the same time; 0 means none
     */
    public record Queue(long capacity, int workers) {}

    /**
     * The rate limits (general-23).
     *
     * @param requests of a user, or of an address before sign-in
     * @param signIns attempts to sign in from one address
     * @param trustedProxies proxies whose {@code X-Forwarded-For} header is trusted
     */
    public record Limits(RateLimit requests, RateLimit signIns, List<AddressRange> trustedProxies) {
        public Limits {
            trustedProxies = List.copyOf(trustedProxies);
        }
    }

    /**
     * The lifetimes of tokens and their keys (accounts-13 to accounts-17).
     *
     * @param accessTokenLife how long an access token is valid
     * @param refreshGrace how long the previous refresh token still gets the current one again; zero means never
     * @param signingKeyLife how long a key signs before the next key replaces it; zero means until an admin asks for it
     */
    public record Tokens(Duration accessTokenLife, Duration refreshGrace, Duration signingKeyLife) {}

    /** Where the data is stored. */
    public sealed interface Database {
        /** In a PostgreSQL that this process starts. */
        record Embedded() implements Database {}

        /** In memory: the data is lost when the process ends. */
        record Memory() implements Database {}

        /**
         * In a PostgreSQL that an operator runs.
         *
         * @param url {@code postgresql://user:password@host:port/name}
         */
        record External(String url) implements Database {
            @Override
            public String toString() {
                return "External[…]";
            }
        }
    }

    /**
     * Types the settings.
     *
     * @param environment read for the variables of model providers' own tools and of OpenTelemetry
     */
    public static Config of(Settings settings, Map<String, String> environment) {
        Path dataDir = settings.require(SettingKey.DATA_DIR);
        return new Config(
                settings.require(SettingKey.HOST),
                settings.require(SettingKey.PORT),
                settings.require(SettingKey.SERVICES),
                ownPorts(settings),
                settings.get(SettingKey.PUBLIC_URL).map(Config::withoutSlash),
                settings.get(SettingKey.DATABASE_URL).orElseGet(Database.Embedded::new),
                dataDir,
                settings.get(SettingKey.SECRET_KEY),
                Set.copyOf(settings.get(SettingKey.ADMIN_EMAILS).orElse(List.of())),
                fixed(settings),
                OAuthConfig.of(settings),
                IntegrationConfig.of(settings, dataDir, environment),
                LlmConfig.of(settings, environment),
                EmbeddingConfig.of(settings),
                AgentConfig.of(settings),
                RemoteAgentConfig.of(settings, settings.require(SettingKey.SERVICES)),
                new Queue(settings.require(SettingKey.QUEUE_CAPACITY), settings.require(SettingKey.WORKERS)),
                RunConfig.of(settings, dataDir, environment),
                limits(settings),
                settings.get(SettingKey.EGRESS_ALLOW)
                        .orElse(EgressRules.OUTSIDE_ONLY)
                        .withoutRedirectsInside(),
                settings.get(SettingKey.FETCH_ALLOW).orElse(EgressRules.OUTSIDE_ONLY),
                settings.get(SettingKey.WEBHOOK_ALLOW).orElse(EgressRules.OUTSIDE_ONLY),
                tokens(settings),
                TokenIssuerConfig.of(settings),
                TracesConfig.of(environment),
                Set.copyOf(settings.get(SettingKey.ALLOWED_ORIGINS).orElse(List.of())),
                server(settings));
    }

    /** The faults of settings that depend on each other, one line each; settings that are invalid themselves have none. */
    public static List<String> faults(Settings settings, Map<String, String> environment) {
        List<Runnable> parts = List.of(
                () -> OAuthConfig.of(settings),
                () -> RemoteAgentConfig.of(settings, settings.require(SettingKey.SERVICES)),
                () -> TokenIssuerConfig.of(settings),
                () -> RunConfig.reportsUrl(settings),
                () -> TracesConfig.of(environment));
        return parts.stream().flatMap(Config::faultsOf).toList();
    }

    private static Stream<String> faultsOf(Runnable part) {
        try {
            part.run();
            return Stream.empty();
        } catch (BadConfiguration bad) {
            return String.valueOf(bad.getMessage()).lines();
        } catch (IllegalArgumentException invalidItself) {
            return Stream.empty();
        }
    }

    private static InstallationSettings fixed(Settings settings) {
        InstallationSettings none = InstallationSettings.NONE;
        return new InstallationSettings(
                settings.get(SettingKey.REGISTRATION),
                settings.get(SettingKey.PUBLIC_URL).map(PublicUrl::new),
                settings.get(SettingKey.SMTP_URL),
                settings.get(SettingKey.MAIL_FROM),
                none.requireSecondFactor(),
                none.defaultModel(),
                none.chatDays());
    }

    private static Map<Service, Integer> ownPorts(Settings settings) {
        Map<Service, Integer> ports = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            settings.get(SettingKey.portOf(service)).ifPresent(port -> ports.put(service, port));
        }
        return ports;
    }

    private static Limits limits(Settings settings) {
        return new Limits(
                settings.require(SettingKey.RATE_LIMIT),
                settings.require(SettingKey.SIGN_IN_LIMIT),
                settings.get(SettingKey.TRUSTED_PROXIES).orElse(List.of()));
    }

    private static Tokens tokens(Settings settings) {
        return new Tokens(
                settings.require(SettingKey.ACCESS_TOKEN_LIFE),
                settings.require(SettingKey.REFRESH_GRACE),
                settings.require(SettingKey.SIGNING_KEY_DAYS));
    }

    private static ServerLimits server(Settings settings) {
        return new ServerLimits(
                settings.require(SettingKey.STREAMS_PER_USER),
                settings.require(SettingKey.CONNECTIONS_PER_ADDRESS),
                ServerLimits.DEFAULT.memory(),
                ServerLimits.DEFAULT.bodyTimeout(),
                new ServerLimits.Stop(
                        settings.require(SettingKey.STOP_DELAY),
                        ServerLimits.Stop.DEFAULT.silence(),
                        settings.require(SettingKey.STOP_TIMEOUT)));
    }

    public static String withoutSlash(String address) {
        return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    }
}
