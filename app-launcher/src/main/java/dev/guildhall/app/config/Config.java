package dev.guildhall.app.config;

import dev.guildhall.http.CrossOriginProtection;
import dev.guildhall.http.Service;
import dev.guildhall.http.limit.AddressRange;
import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.http.token.TrustedIssuer;
import dev.guildhall.integrations.agent.AgentAddress;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.otlp.OtlpOptions;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.account.Email;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
 * @param tokens the lifetimes of tokens and their keys
 * @param tokenIssuer another issuer of access tokens for the completion service; absent means none
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
        Tokens tokens,
        Optional<TrustedIssuer> tokenIssuer,
        Optional<OtlpOptions> traces,
        Set<String> allowedOrigins,
        ServerLimits server) {
    /**
     * The limits of the task queue (contract 0).
     *
     * @param capacity how many tasks may be queued; 0 means any number
     * @param workers how many tasks this node runs at the same time; 0 means none
     */
    public record Queue(long capacity, int workers) {}

    /**
     * The rate limits (contract 0, rate limits).
     *
     * @param requests of a user, or of an address before sign-in
     * @param signIns attempts to sign in from one address
     * @param trustedProxies proxies whose {@code X-Forwarded-For} header is trusted
     */
    public record Limits(RateLimit requests, RateLimit signIns, List<AddressRange> trustedProxies) {
        public Limits {
            trustedProxies = List.copyOf(trustedProxies);
        }

        /** Sign-in attempts to one account: half as many as from one address. */
        public RateLimit signInsPerAccount() {
            return new RateLimit((signIns.perMinute() + 1) / 2);
        }
    }

    /**
     * The lifetimes of tokens and their keys (contract 1).
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
        return new Config(
                settings.require(SettingKey.HOST),
                Integer.parseInt(settings.require(SettingKey.PORT)),
                services(settings),
                ownPorts(settings),
                settings.get(SettingKey.PUBLIC_URL).map(Config::withoutSlash),
                database(settings),
                dataDir(settings),
                settings.get(SettingKey.SECRET_KEY),
                emails(settings),
                OAuthConfig.of(settings),
                IntegrationConfig.of(settings, dataDir(settings), environment),
                LlmConfig.of(settings, environment),
                EmbeddingConfig.of(settings),
                AgentConfig.of(settings),
                RemoteAgentConfig.of(settings, services(settings)),
                new Queue(
                        Long.parseLong(settings.require(SettingKey.QUEUE_CAPACITY)),
                        Integer.parseInt(settings.require(SettingKey.WORKERS))),
                RunConfig.of(settings, dataDir(settings), environment),
                limits(settings),
                EgressRules.parse(settings.get(SettingKey.EGRESS_ALLOW).orElse(""))
                        .withoutRedirectsInside(),
                EgressRules.parse(settings.get(SettingKey.FETCH_ALLOW).orElse("")),
                tokens(settings),
                TokenIssuerConfig.of(settings),
                TracesConfig.of(environment),
                allowedOrigins(settings),
                server(settings));
    }

    private static Set<String> allowedOrigins(Settings settings) {
        return settings.get(SettingKey.ALLOWED_ORIGINS).map(SettingType::split).orElse(List.of()).stream()
                .flatMap(origin -> CrossOriginProtection.origin(origin).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static ServerLimits server(Settings settings) {
        return new ServerLimits(
                Integer.parseInt(settings.require(SettingKey.STREAMS_PER_USER)),
                Integer.parseInt(settings.require(SettingKey.CONNECTIONS_PER_ADDRESS)),
                ServerLimits.DEFAULT.memory(),
                ServerLimits.DEFAULT.bodyTimeout(),
                new ServerLimits.Stop(
                        Duration.ofSeconds(Integer.parseInt(settings.require(SettingKey.STOP_DELAY))),
                        ServerLimits.Stop.DEFAULT.silence(),
                        Duration.ofSeconds(Integer.parseInt(settings.require(SettingKey.STOP_TIMEOUT)))));
    }

    private static Set<Service> services(Settings settings) {
        String names = settings.require(SettingKey.SERVICES);
        return names.equals("all")
                ? EnumSet.allOf(Service.class)
                : SettingType.split(names).stream()
                        .flatMap(name -> Service.fromWire(name).stream())
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Service.class)));
    }

    private static Map<Service, Integer> ownPorts(Settings settings) {
        Map<Service, Integer> ports = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            settings.get(SettingKey.portOf(service.wireName()))
                    .ifPresent(port -> ports.put(service, Integer.valueOf(port)));
        }
        return ports;
    }

    private static Database database(Settings settings) {
        return settings.get(SettingKey.DATABASE_URL)
                .<Database>map(url -> url.equals("memory") ? new Database.Memory() : new Database.External(url))
                .orElseGet(Database.Embedded::new);
    }

    private static Path dataDir(Settings settings) {
        return path(settings.require(SettingKey.DATA_DIR));
    }

    /** A path in which a tilde stands for the user's home directory. */
    static Path path(String written) {
        String path = written.equals("~") || written.startsWith("~/")
                ? System.getProperty("user.home") + written.substring(1)
                : written;
        return Path.of(path).toAbsolutePath().normalize();
    }

    private static Set<Email> emails(Settings settings) {
        return settings.get(SettingKey.ADMIN_EMAILS).map(SettingType::split).orElse(List.of()).stream()
                .map(Email::new)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Limits limits(Settings settings) {
        List<AddressRange> proxies =
                settings.get(SettingKey.TRUSTED_PROXIES).map(SettingType::split).orElse(List.of()).stream()
                        .flatMap(range -> AddressRange.parse(range).stream())
                        .toList();
        return new Limits(
                new RateLimit(Integer.parseInt(settings.require(SettingKey.RATE_LIMIT))),
                new RateLimit(Integer.parseInt(settings.require(SettingKey.SIGN_IN_LIMIT))),
                proxies);
    }

    private static Tokens tokens(Settings settings) {
        return new Tokens(
                Duration.ofSeconds(Integer.parseInt(settings.require(SettingKey.ACCESS_TOKEN_LIFE))),
                Duration.ofSeconds(Integer.parseInt(settings.require(SettingKey.REFRESH_GRACE))),
                Duration.ofDays(Integer.parseInt(settings.require(SettingKey.SIGNING_KEY_DAYS))));
    }

    static String withoutSlash(String address) {
        return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    }
}
