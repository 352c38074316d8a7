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
 * What the launcher needs to know, typed.
 *
 * @param host where the listeners stand
 * @param port of the main listener
 * @param services which ones this node runs
 * @param ownPorts the ports of services that do not stand on the main listener
 * @param publicUrl the address as users see it, without a slash at its end; absent means the listener's
 * @param database where everything is kept
 * @param dataDir the folder for everything else that is kept
 * @param secretKey base64 of the key that secrets are encrypted with; absent means one that is made and kept
 * @param adminEmails who has the role {@code admin}
 * @param oauth sign-in with providers
 * @param integrations outside systems whose tools can be called
 * @param llm who answers as a language model
 * @param embeddings who says what texts mean
 * @param agent how the agent answers
 * @param remoteAgent where the chat front-end finds the agent service; absent means in this process
 * @param queue how many tasks there may be
 * @param runs test runs
 * @param limits how often somebody may ask
 * @param egress where requests of manifests' tools may go
 * @param fetch where requests of {@code builtin.http_fetch} may go
 * @param tokens how tokens and their keys are renewed
 * @param tokenIssuer who else issues access tokens for the completion service; absent means nobody
 * @param traces where spans of answers go; absent means nowhere
 * @param allowedOrigins other origins whose pages may send requests, as browsers write them
 * @param server how much the listeners take at once, and how they stop
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
     * How many tasks there may be (contract 0).
     *
     * @param capacity how many wait in all; 0 means any number
     * @param workers how many this node carries out at once; 0 means none
     */
    public record Queue(long capacity, int workers) {}

    /**
     * How often somebody may ask (contract 0, rate limits).
     *
     * @param requests of a user, or of an address before sign-in
     * @param signIns attempts to sign in from one address
     * @param trustedProxies whose word for where a request comes from is believed
     */
    public record Limits(RateLimit requests, RateLimit signIns, List<AddressRange> trustedProxies) {
        public Limits {
            trustedProxies = List.copyOf(trustedProxies);
        }

        /** Attempts to sign in to one account: half as many as from one address. */
        public RateLimit signInsPerAccount() {
            return new RateLimit((signIns.perMinute() + 1) / 2);
        }
    }

    /**
     * How tokens and their keys are renewed (contract 1).
     *
     * @param accessTokenLife how long an access token is good
     * @param refreshGrace how long the parent of the current refresh token gets that one again; zero means never
     * @param signingKeyLife how long a key signs before another one takes over; zero means until an admin asks for that
     */
    public record Tokens(Duration accessTokenLife, Duration refreshGrace, Duration signingKeyLife) {}

    /** Where everything is kept. */
    public sealed interface Database {
        /** In a PostgreSQL that this process starts. */
        record Embedded() implements Database {}

        /** Nowhere: it ends with the process. */
        record Memory() implements Database {}

        /**
         * In a PostgreSQL that somebody else runs.
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
     * @param environment read for the names that model providers' own tools and OpenTelemetry use
     */
    public static Config of(Settings settings, Map<String, String> environment) {
        return new Config(
                settings.require(Key.HOST),
                Integer.parseInt(settings.require(Key.PORT)),
                services(settings),
                ownPorts(settings),
                settings.get(Key.PUBLIC_URL).map(Config::withoutSlash),
                database(settings),
                dataDir(settings),
                settings.get(Key.SECRET_KEY),
                emails(settings),
                OAuthConfig.of(settings),
                IntegrationConfig.of(settings, dataDir(settings), environment),
                LlmConfig.of(settings, environment),
                EmbeddingConfig.of(settings),
                AgentConfig.of(settings),
                RemoteAgentConfig.of(settings, services(settings)),
                new Queue(
                        Long.parseLong(settings.require(Key.QUEUE_CAPACITY)),
                        Integer.parseInt(settings.require(Key.WORKERS))),
                RunConfig.of(settings, dataDir(settings), environment),
                limits(settings),
                EgressRules.parse(settings.get(Key.EGRESS_ALLOW).orElse("")).withoutRedirectsInside(),
                EgressRules.parse(settings.get(Key.FETCH_ALLOW).orElse("")),
                tokens(settings),
                TokenIssuerConfig.of(settings),
                TracesConfig.of(environment),
                allowedOrigins(settings),
                server(settings));
    }

    private static Set<String> allowedOrigins(Settings settings) {
        return settings.get(Key.ALLOWED_ORIGINS).map(Kind::split).orElse(List.of()).stream()
                .flatMap(origin -> CrossOriginProtection.origin(origin).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static ServerLimits server(Settings settings) {
        return new ServerLimits(
                Integer.parseInt(settings.require(Key.STREAMS_PER_USER)),
                Integer.parseInt(settings.require(Key.CONNECTIONS_PER_ADDRESS)),
                ServerLimits.DEFAULT.memory(),
                ServerLimits.DEFAULT.bodyTimeout(),
                new ServerLimits.Stop(
                        Duration.ofSeconds(Integer.parseInt(settings.require(Key.STOP_DELAY))),
                        ServerLimits.Stop.DEFAULT.silence(),
                        Duration.ofSeconds(Integer.parseInt(settings.require(Key.STOP_TIMEOUT)))));
    }

    private static Set<Service> services(Settings settings) {
        String names = settings.require(Key.SERVICES);
        return names.equals("all")
                ? EnumSet.allOf(Service.class)
                : Kind.split(names).stream()
                        .flatMap(name -> Service.fromWire(name).stream())
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Service.class)));
    }

    private static Map<Service, Integer> ownPorts(Settings settings) {
        Map<Service, Integer> ports = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            settings.get(Key.portOf(service.wireName())).ifPresent(port -> ports.put(service, Integer.valueOf(port)));
        }
        return ports;
    }

    private static Database database(Settings settings) {
        return settings.get(Key.DATABASE_URL)
                .<Database>map(url -> url.equals("memory") ? new Database.Memory() : new Database.External(url))
                .orElseGet(Database.Embedded::new);
    }

    private static Path dataDir(Settings settings) {
        return path(settings.require(Key.DATA_DIR));
    }

    /** A path as people write it, with a tilde for their own directory. */
    static Path path(String written) {
        String path = written.equals("~") || written.startsWith("~/")
                ? System.getProperty("user.home") + written.substring(1)
                : written;
        return Path.of(path).toAbsolutePath().normalize();
    }

    private static Set<Email> emails(Settings settings) {
        return settings.get(Key.ADMIN_EMAILS).map(Kind::split).orElse(List.of()).stream()
                .map(Email::new)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Limits limits(Settings settings) {
        List<AddressRange> proxies = settings.get(Key.TRUSTED_PROXIES).map(Kind::split).orElse(List.of()).stream()
                .flatMap(range -> AddressRange.parse(range).stream())
                .toList();
        return new Limits(
                new RateLimit(Integer.parseInt(settings.require(Key.RATE_LIMIT))),
                new RateLimit(Integer.parseInt(settings.require(Key.SIGN_IN_LIMIT))),
                proxies);
    }

    private static Tokens tokens(Settings settings) {
        return new Tokens(
                Duration.ofSeconds(Integer.parseInt(settings.require(Key.ACCESS_TOKEN_LIFE))),
                Duration.ofSeconds(Integer.parseInt(settings.require(Key.REFRESH_GRACE))),
                Duration.ofDays(Integer.parseInt(settings.require(Key.SIGNING_KEY_DAYS))));
    }

    static String withoutSlash(String address) {
        return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    }
}
