package dev.guildhall.app.config;

import dev.guildhall.http.Service;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A key of the configuration.
 *
 * @param name as in the environment
 * @param kind the type of its values
 * @param fallback its default; absent means that it has no value when it is not set
 */
public record Key(String name, Kind kind, Optional<String> fallback) {
    private static final String PREFIX = "GUILDHALL_";

    public static final Key HOST = key("HOST", Kind.TEXT, "127.0.0.1");
    public static final Key PORT = key("PORT", Kind.PORT, "8080");
    public static final Key SERVICES = key("SERVICES", Kind.SERVICES, "all");
    public static final Key PUBLIC_URL = key("PUBLIC_URL", Kind.URL);
    public static final Key DATABASE_URL = key("DATABASE_URL", Kind.DATABASE);
    public static final Key DATA_DIR = key("DATA_DIR", Kind.TEXT, "~/.guildhall");
    public static final Key SECRET_KEY = key("SECRET_KEY", Kind.SECRET_KEY);
    public static final Key NEW_SECRET_KEY = key("NEW_SECRET_KEY", Kind.SECRET_KEY);
    public static final Key ADMIN_EMAILS = key("ADMIN_EMAILS", Kind.EMAILS);
    public static final Key LLM_PROVIDER = key("LLM_PROVIDER", Kind.PROVIDER, "demo");
    public static final Key LLM_BASE_URL = key("LLM_BASE_URL", Kind.URL);
    public static final Key LLM_API_KEY = key("LLM_API_KEY", Kind.SECRET);
    public static final Key LLM_MODEL = key("LLM_MODEL", Kind.TEXT);
    public static final Key LLM_FALLBACKS = key("LLM_FALLBACKS", Kind.FALLBACKS);
    public static final Key LLM_FIRST_TOKEN_TIMEOUT = key("LLM_FIRST_TOKEN_TIMEOUT", Kind.LIFE);
    public static final Key LLM_ANSWER_TIMEOUT = key("LLM_ANSWER_TIMEOUT", Kind.LIFE);
    public static final Key LLM_IDLE_TIMEOUT = key("LLM_IDLE_TIMEOUT", Kind.LIFE, "30");
    public static final Key LLM_TOTAL_TIMEOUT = key("LLM_TOTAL_TIMEOUT", Kind.LIFE, "600");
    public static final Key LLM_CONCURRENCY = key("LLM_CONCURRENCY", Kind.COUNT, "2000");
    public static final Key LLM_CONCURRENCY_PER_USER = key("LLM_CONCURRENCY_PER_USER", Kind.COUNT, "1000");
    public static final Key TOKEN_LIMIT = key("TOKEN_LIMIT_PER_MINUTE", Kind.COUNT, "0");
    public static final Key RATE_LIMIT = key("RATE_LIMIT_PER_MINUTE", Kind.COUNT, "600");
    public static final Key SIGN_IN_LIMIT = key("SIGN_IN_LIMIT_PER_MINUTE", Kind.COUNT, "20");
    public static final Key REFRESH_GRACE = key("REFRESH_GRACE", Kind.GRACE, "0");
    public static final Key ACCESS_TOKEN_LIFE = key("ACCESS_TOKEN_LIFE", Kind.LIFE, "900");
    public static final Key TOKEN_ISSUER = key("TOKEN_ISSUER", Kind.SAFE_URL);
    public static final Key TOKEN_JWKS_URL = key("TOKEN_JWKS_URL", Kind.SAFE_URL);
    public static final Key TOKEN_AUDIENCE = key("TOKEN_AUDIENCE", Kind.TEXT);
    public static final Key SIGNING_KEY_DAYS = key("SIGNING_KEY_DAYS", Kind.COUNT, "90");
    public static final Key ALLOWED_REDIRECTS = key("ALLOWED_REDIRECTS", Kind.REDIRECTS);
    public static final Key OAUTH_REQUIRE_STATE = key("OAUTH_REQUIRE_STATE", Kind.FLAG, "false");
    public static final Key INTEGRATIONS_DIR = key("INTEGRATIONS_DIR", Kind.TEXT);
    public static final Key EMBEDDINGS = key("EMBEDDINGS", Kind.EMBEDDINGS, "local");
    public static final Key EMBEDDINGS_MODEL = key("EMBEDDINGS_MODEL", Kind.TEXT, "text-embedding-3-small");
    public static final Key AGENT_URL = key("AGENT_URL", Kind.SERVICE_URL);
    public static final Key AGENT_CONTEXT_TOKENS = key("AGENT_CONTEXT_TOKENS", Kind.CONTEXT, "16000");
    public static final Key MEMORY_EXTRACTION = key("MEMORY_EXTRACTION", Kind.EXTRACTION, "rules");
    public static final Key QUEUE_CAPACITY = key("QUEUE_CAPACITY", Kind.COUNT, "10000");
    public static final Key WORKERS = key("WORKERS", Kind.COUNT, "32");
    public static final Key SUITES_DIR = key("SUITES_DIR", Kind.TEXT);
    public static final Key RUNNER = key("RUNNER", Kind.RUNNER, "process");
    public static final Key RUN_SLOTS = key("RUN_SLOTS", Kind.COUNT, "2");
    public static final Key RUN_RETENTION_DAYS = key("RUN_RETENTION_DAYS", Kind.COUNT, "30");
    public static final Key CHROMIUM = key("CHROMIUM", Kind.TEXT);
    public static final Key TRUSTED_PROXIES = key("TRUSTED_PROXIES", Kind.NETWORKS);
    public static final Key EGRESS_ALLOW = key("EGRESS_ALLOW", Kind.EGRESS);
    public static final Key FETCH_ALLOW = key("FETCH_ALLOW", Kind.EGRESS);
    public static final Key ALLOWED_ORIGINS = key("ALLOWED_ORIGINS", Kind.ORIGINS);
    public static final Key STREAMS_PER_USER = key("STREAMS_PER_USER", Kind.COUNT, "1000");
    public static final Key CONNECTIONS_PER_ADDRESS = key("CONNECTIONS_PER_ADDRESS", Kind.COUNT, "4000");
    public static final Key STOP_DELAY = key("STOP_DELAY", Kind.COUNT, "0");
    public static final Key STOP_TIMEOUT = key("STOP_TIMEOUT", Kind.COUNT, "30");

    /** Every key, without the patterns, in the order in which they are printed. */
    static final List<Key> ALL = all();

    /** The path of the file; not a key of the file itself. */
    static final String FILE_VARIABLE = PREFIX + "CONFIG";

    /** The prefix of variables that only tests use; the program ignores them. */
    static final String TEST_PREFIX = PREFIX + "TEST_";

    private static final List<String> OAUTH_PARTS = List.of("_ISSUER", "_CLIENT_ID", "_CLIENT_SECRET");
    private static final String OAUTH = PREFIX + "OAUTH_";

    /** The key for the port of a service. */
    public static Key portOf(String service) {
        return key(service.toUpperCase(Locale.ROOT) + "_PORT", Kind.PORT);
    }

    /** The key with that name, also one that matches a pattern; empty when there is none. */
    static Optional<Key> find(String name) {
        Optional<Key> known = ALL.stream().filter(key -> key.name.equals(name)).findFirst();
        return known.or(() -> isOauth(name) ? Optional.of(oauth(name)) : IntegrationKeys.find(name));
    }

    /** The key's name in the file. */
    String property() {
        return name.toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** The name in the environment for a name in the file. */
    static String variable(String property) {
        return property.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    private static boolean isOauth(String name) {
        return providerOf(name).isPresent();
    }

    /** The sign-in provider in the key's name, in lower case; empty when the key is not about a provider. */
    static Optional<String> providerOf(String name) {
        return OAUTH_PARTS.stream()
                .filter(part -> name.startsWith(OAUTH) && name.endsWith(part))
                .filter(part -> name.length() > OAUTH.length() + part.length())
                .map(part -> name.substring(OAUTH.length(), name.length() - part.length()))
                .map(provider -> provider.toLowerCase(Locale.ROOT))
                .findFirst();
    }

    /** A key of a sign-in provider, for example {@code _ISSUER}. */
    static Key ofProvider(String provider, String part) {
        return oauth(OAUTH + provider.toUpperCase(Locale.ROOT) + part);
    }

    private static Key oauth(String name) {
        Kind kind = name.endsWith("_SECRET") ? Kind.SECRET : name.endsWith("_ISSUER") ? Kind.URL : Kind.TEXT;
        return new Key(name, kind, Optional.empty());
    }

    private static Key key(String name, Kind kind, String fallback) {
        return new Key(PREFIX + name, kind, Optional.of(fallback));
    }

    private static Key key(String name, Kind kind) {
        return new Key(PREFIX + name, kind, Optional.empty());
    }

    private static List<Key> all() {
        List<Key> keys = new ArrayList<>(List.of(HOST, PORT, SERVICES));
        Arrays.stream(Service.values()).map(Service::wireName).map(Key::portOf).forEach(keys::add);
        keys.addAll(List.of(PUBLIC_URL, DATABASE_URL, DATA_DIR, SECRET_KEY, NEW_SECRET_KEY, ADMIN_EMAILS));
        keys.addAll(List.of(
                LLM_PROVIDER,
                LLM_BASE_URL,
                LLM_API_KEY,
                LLM_MODEL,
                LLM_FALLBACKS,
                LLM_FIRST_TOKEN_TIMEOUT,
                LLM_ANSWER_TIMEOUT,
                LLM_IDLE_TIMEOUT,
                LLM_TOTAL_TIMEOUT,
                LLM_CONCURRENCY,
                LLM_CONCURRENCY_PER_USER));
        keys.addAll(List.of(
                EMBEDDINGS,
                EMBEDDINGS_MODEL,
                AGENT_URL,
                AGENT_CONTEXT_TOKENS,
                MEMORY_EXTRACTION,
                RATE_LIMIT,
                TOKEN_LIMIT,
                SIGN_IN_LIMIT,
                ALLOWED_ORIGINS,
                STREAMS_PER_USER,
                CONNECTIONS_PER_ADDRESS,
                TRUSTED_PROXIES,
                ACCESS_TOKEN_LIFE,
                REFRESH_GRACE,
                SIGNING_KEY_DAYS,
                TOKEN_ISSUER,
                TOKEN_JWKS_URL,
                TOKEN_AUDIENCE,
                ALLOWED_REDIRECTS,
                OAUTH_REQUIRE_STATE,
                INTEGRATIONS_DIR,
                EGRESS_ALLOW,
                FETCH_ALLOW,
                QUEUE_CAPACITY,
                WORKERS,
                SUITES_DIR,
                RUNNER,
                RUN_SLOTS,
                RUN_RETENTION_DAYS,
                CHROMIUM,
                STOP_DELAY,
                STOP_TIMEOUT));
        return List.copyOf(keys);
    }
}
