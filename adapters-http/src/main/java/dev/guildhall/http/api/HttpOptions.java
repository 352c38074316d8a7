package dev.guildhall.http.api;

import dev.guildhall.http.ExternalTokens;
import dev.guildhall.http.Service;
import dev.guildhall.http.limit.BucketRateLimiter;
import dev.guildhall.http.pages.PageRoutes;
import dev.guildhall.http.run.LinkSigner;
import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.http.system.Metrics;
import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.ReadinessCheck;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What the HTTP API needs beside the driving ports. Each has a default; every setter returns this object. */
public final class HttpOptions {
    /** The requests of one user, or of one address before sign-in, unless set. */
    private static final int REQUESTS = 600;

    /** The attempts to sign in from one address, unless set. */
    private static final int SIGN_INS = 20;

    InstantSource clock = InstantSource.system();
    Supplier<String> publicKeys = () -> "{\"keys\":[]}";
    Optional<byte[]> linkKey = Optional.empty();
    Optional<RateLimiter> rateLimiter = Optional.empty();
    RateLimit requests = new RateLimit(REQUESTS);
    RateLimit signIns = new RateLimit(SIGN_INS);
    List<AddressRange> trustedProxies = List.of();
    Set<String> allowedOrigins = Set.of();
    ServerLimits limits = ServerLimits.DEFAULT;
    List<ReadinessCheck> checks = List.of();
    boolean storesResponses;
    Optional<Metrics> metrics = Optional.empty();
    Supplier<Optional<PageRoutes>> pages = () -> Optional.of(new PageRoutes());
    final Map<Service, ExternalTokens> otherTokens = new EnumMap<>(Service.class);

    HttpOptions() {}

    /** The clock; the same as the core's. */
    public HttpOptions clock(InstantSource source) {
        this.clock = Objects.requireNonNull(source, "source");
        return this;
    }

    /** Answers of {@code responses} are stored unless the request says otherwise; by default only when it says so. */
    public HttpOptions storesResponses() {
        this.storesResponses = true;
        return this;
    }

    /**
     * Reads the public keys of access tokens as a JSON Web Key Set; empty by default, since the tokens of a core are
     * random text unless it has {@link dev.guildhall.http.token.JwtAccessTokens}.
     */
    public HttpOptions publicKeys(Supplier<String> keySet) {
        this.publicKeys = Objects.requireNonNull(keySet, "keySet");
        return this;
    }

    /**
     * The key that signs links to files of test runs, the same on all nodes; by default a random one, with which links
     * are valid until this node stops.
     *
     * @param key {@value LinkSigner#KEY_BYTES} bytes
     */
    public HttpOptions linkKey(byte[] key) {
        this.linkKey = Optional.of(key.clone());
        return this;
    }

    /** Counts requests; by default of this node alone. */
    public HttpOptions rateLimiter(RateLimiter limiter) {
        this.rateLimiter = Optional.of(Objects.requireNonNull(limiter, "limiter"));
        return this;
    }

    /** The requests of one user, or of one address before sign-in; {@value #REQUESTS} a minute by default. */
    public HttpOptions requests(RateLimit limit) {
        this.requests = Objects.requireNonNull(limit, "limit");
        return this;
    }

    /** The attempts to sign in from one address; {@value #SIGN_INS} a minute by default. */
    public HttpOptions signIns(RateLimit limit) {
        this.signIns = Objects.requireNonNull(limit, "limit");
        return this;
    }

    /** Proxies whose {@code X-Forwarded-For} names the client; by default none. */
    public HttpOptions trustedProxies(List<AddressRange> proxies) {
        this.trustedProxies = List.copyOf(proxies);
        return this;
    }

    /** Other origins whose pages may send requests, as browsers write them: {@code https://app.example}; by default none. */
    public HttpOptions allowedOrigins(Collection<String> origins) {
        this.allowedOrigins = Set.copyOf(origins);
        return this;
    }

    /** How many requests the listeners accept, and how they stop. */
    public HttpOptions limits(ServerLimits server) {
        this.limits = Objects.requireNonNull(server, "server");
        return this;
    }

    /** What must work for {@code /health/ready}, such as a database; by default nothing. */
    public HttpOptions checks(List<ReadinessCheck> ready) {
        this.checks = List.copyOf(ready);
        return this;
    }

    /** The metrics of the node, to which the API adds its own; calls are counted where a core has its meter. */
    public HttpOptions metrics(Metrics node) {
        this.metrics = Optional.of(Objects.requireNonNull(node, "node"));
        return this;
    }

    /** Pages that have been read already. */
    public HttpOptions pages(PageRoutes read) {
        this.pages = () -> Optional.of(read);
        return this;
    }

    /** Leaves out the web application: MCP clients then need an API key, since no page lets a user allow them. */
    public HttpOptions withoutPages() {
        this.pages = Optional::empty;
        return this;
    }

    /** Also accepts the tokens of another issuer, at these services. */
    public HttpOptions externalTokens(ExternalTokens tokens, Collection<Service> services) {
        services.forEach(service -> otherTokens.put(service, tokens));
        return this;
    }

    RateLimiter rateLimiterOrDefault() {
        return rateLimiter.orElseGet(() -> new BucketRateLimiter(clock));
    }

    Metrics metricsOrDefault() {
        return metrics.orElseGet(() -> new Metrics(Set.of(), "unknown"));
    }

    byte[] linkKeyOrDefault() {
        return linkKey.orElseGet(() -> {
            byte[] random = new byte[LinkSigner.KEY_BYTES];
            new SecureRandom().nextBytes(random);
            return random;
        });
    }
}
