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
public record SettingKey(String name, SettingType kind, Optional<String> fallback) {
    private static final String PREFIX = "GUILDHALL_";

    public static final SettingKey HOST = key("HOST", SettingType.TEXT, "127.0.0.1");
    public static final SettingKey PORT = key("PORT", SettingType.PORT, "8080");
    public static final SettingKey SERVICES = key("SERVICES", SettingType.SERVICES, "all");
    public static final SettingKey PUBLIC_URL = key("PUBLIC_URL", SettingType.URL);
    public static final SettingKey DATABASE_URL = key("DATABASE_URL", SettingType.DATABASE);
    public static final SettingKey DATA_DIR = key("DATA_DIR", SettingType.TEXT, "~/.guildhall");
    public static final SettingKey SECRET_KEY = key("SECRET_KEY", SettingType.SECRET_KEY);
    public static final SettingKey NEW_SECRET_KEY = key("NEW_SECRET_KEY", SettingType.SECRET_KEY);
    public static final SettingKey ADMIN_EMAILS = key("ADMIN_EMAILS", SettingType.EMAILS);
    public static final SettingKey LLM_PROVIDER = key("LLM_PROVIDER", SettingType.PROVIDER, "demo");
    public static final SettingKey LLM_BASE_URL = key("LLM_BASE_URL", SettingType.URL);
    public static final SettingKey LLM_API_KEY = key("LLM_API_KEY", SettingType.SECRET);
    public static final SettingKey LLM_MODEL = key("LLM_MODEL", SettingType.TEXT);
    public static final SettingKey LLM_FALLBACKS = key("LLM_FALLBACKS", SettingType.FALLBACKS);
    public static final SettingKey LLM_FIRST_TOKEN_TIMEOUT = key("LLM_FIRST_TOKEN_TIMEOUT", SettingType.LIFE);
    public static final SettingKey LLM_ANSWER_TIMEOUT = key("LLM_ANSWER_TIMEOUT", SettingType.LIFE);
    public static final SettingKey LLM_IDLE_TIMEOUT = key("LLM_IDLE_TIMEOUT", SettingType.LIFE, "30");
    public static final SettingKey LLM_TOTAL_TIMEOUT = key("LLM_TOTAL_TIMEOUT", SettingType.LIFE, "600");
    public static final SettingKey LLM_CONCURRENCY = key("LLM_CONCURRENCY", SettingType.COUNT, "2000");
    public static final SettingKey LLM_CONCURRENCY_PER_USER =
            key("LLM_CONCURRENCY_PER_USER", SettingType.COUNT, "1000");
    public static final SettingKey TOKEN_LIMIT = key("TOKEN_LIMIT_PER_MINUTE", SettingType.COUNT, "0");
    public static final SettingKey RATE_LIMIT = key("RATE_LIMIT_PER_MINUTE", SettingType.COUNT, "600");
    public static final SettingKey SIGN_IN_LIMIT = key("SIGN_IN_LIMIT_PER_MINUTE", SettingType.COUNT, "20");
    public static final SettingKey REFRESH_GRACE = key("REFRESH_GRACE", SettingType.GRACE, "0");
    public static final SettingKey ACCESS_TOKEN_LIFE = key("ACCESS_TOKEN_LIFE", SettingType.LIFE, "900");
    public static final SettingKey TOKEN_ISSUER = key("TOKEN_ISSUER", SettingType.SAFE_URL);
    public static final SettingKey TOKEN_JWKS_URL = key("TOKEN_JWKS_URL", SettingType.SAFE_URL);
    public static final SettingKey TOKEN_AUDIENCE = key("TOKEN_AUDIENCE", SettingType.TEXT);
    public static final SettingKey SIGNING_KEY_DAYS = key("SIGNING_KEY_DAYS", SettingType.COUNT, "90");
    public static final SettingKey ALLOWED_REDIRECTS = key("ALLOWED_REDIRECTS", SettingType.REDIRECTS);
    public static final SettingKey OAUTH_REQUIRE_STATE = key("OAUTH_REQUIRE_STATE", SettingType.FLAG, "false");
    public static final SettingKey INTEGRATIONS_DIR = key("INTEGRATIONS_DIR", SettingType.TEXT);
    public static final SettingKey EMBEDDINGS = key("EMBEDDINGS", SettingType.EMBEDDINGS, "local");
    public static final SettingKey EMBEDDINGS_MODEL =
            key("EMBEDDINGS_MODEL", SettingType.TEXT, "text-embedding-3-small");
    public static final SettingKey AGENT_URL = key("AGENT_URL", SettingType.SERVICE_URL);
    public static final SettingKey AGENT_CONTEXT_TOKENS = key("AGENT_CONTEXT_TOKENS", SettingType.CONTEXT, "16000");
    public static final SettingKey MEMORY_EXTRACTION = key("MEMORY_EXTRACTION", SettingType.EXTRACTION, "rules");
    public static final SettingKey QUEUE_CAPACITY = key("QUEUE_CAPACITY", SettingType.COUNT, "10000");
    public static final SettingKey WORKERS = key("WORKERS", SettingType.COUNT, "32");
    public static final SettingKey SUITES_DIR = key("SUITES_DIR", SettingType.TEXT);
    public static final SettingKey RUNNER = key("RUNNER", SettingType.RUNNER, "process");
    public static final SettingKey RUN_SLOTS = key("RUN_SLOTS", SettingType.COUNT, "2");
    public static final SettingKey RUN_RETENTION_DAYS = key("RUN_RETENTION_DAYS", SettingType.COUNT, "30");
    public static final SettingKey CHROMIUM = key("CHROMIUM", SettingType.TEXT);
    public static final SettingKey TRUSTED_PROXIES = key("TRUSTED_PROXIES", SettingType.NETWORKS);
    public static final SettingKey EGRESS_ALLOW = key("EGRESS_ALLOW", SettingType.EGRESS);
    public static final SettingKey FETCH_ALLOW = key("FETCH_ALLOW", SettingType.EGRESS);
    public static final SettingKey ALLOWED_ORIGINS = key("ALLOWED_ORIGINS", SettingType.ORIGINS);
    public static final SettingKey STREAMS_PER_USER = key("STREAMS_PER_USER", SettingType.COUNT, "1000");
    public static final SettingKey CONNECTIONS_PER_ADDRESS = key("CONNECTIONS_PER_ADDRESS", SettingType.COUNT, "4000");
    public static final SettingKey STOP_DELAY = key("STOP_DELAY", SettingType.COUNT, "0");
    public static final SettingKey STOP_TIMEOUT = key("STOP_TIMEOUT", SettingType.COUNT, "30");

    /** Every key, without the patterns, in the order in which they are printed. */
    static final List<SettingKey> ALL = all();

    /** The path of the file; not a key of the file itself. */
    static final String FILE_VARIABLE = PREFIX + "CONFIG";

    /** The prefix of variables that only tests use; the program ignores them. */
    static final String TEST_PREFIX = PREFIX + "TEST_";

    private static final List<String> OAUTH_PARTS = List.of("_ISSUER", "_CLIENT_ID", "_CLIENT_SECRET");
    private static final String OAUTH = PREFIX + "OAUTH_";

    /** The key for the port of a service. */
    public static SettingKey portOf(String service) {
        return key(service.toUpperCase(Locale.ROOT) + "_PORT", SettingType.PORT);
    }

    /** The key with that name, also one that matches a pattern; empty when there is none. */
    static Optional<SettingKey> find(String name) {
        Optional<SettingKey> known =
                ALL.stream().filter(key -> key.name.equals(name)).findFirst();
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
    static SettingKey ofProvider(String provider, String part) {
        return oauth(OAUTH + provider.toUpperCase(Locale.ROOT) + part);
    }

    private static SettingKey oauth(String name) {
        SettingType kind = name.endsWith("_SECRET")
                ? SettingType.SECRET
                : name.endsWith("_ISSUER") ? SettingType.URL : SettingType.TEXT;
        return new SettingKey(name, kind, Optional.empty());
    }

    private static SettingKey key(String name, SettingType kind, String fallback) {
        return new SettingKey(PREFIX + name, kind, Optional.of(fallback));
    }

    private static SettingKey key(String name, SettingType kind) {
        return new SettingKey(PREFIX + name, kind, Optional.empty());
    }

    private static List<SettingKey> all() {
        List<SettingKey> keys = new ArrayList<>(List.of(HOST, PORT, SERVICES));
        Arrays.stream(Service.values())
                .map(Service::wireName)
                .map(SettingKey::portOf)
                .forEach(keys::add);
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
