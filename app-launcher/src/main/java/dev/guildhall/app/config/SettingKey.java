package dev.guildhall.app.config;

import dev.guildhall.core.config.FactExtraction;
import dev.guildhall.http.Service;
import dev.guildhall.http.token.AdminClaim;
import dev.guildhall.integrations.agent.AgentAddress;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.RunTargetRules;
import dev.guildhall.llm.provider.RouteFile;
import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ProxyAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/**
 * A key of the configuration. The constants are in the order in which they are printed.
 *
 * @param name as in the environment
 * @param type of its values
 * @param fallback its default; absent means that it has no value when it is not set
 */
public record SettingKey<T>(String name, SettingType<T> type, Optional<String> fallback) {
    private static final String PREFIX = "GUILDHALL_";
    private static final Map<String, SettingKey<?>> BY_NAME = new LinkedHashMap<>();

    public static final SettingKey<String> HOST = key("HOST", SettingType.TEXT, "127.0.0.1");
    public static final SettingKey<Integer> PORT = key("PORT", SettingType.PORT, "8080");
    public static final SettingKey<Set<Service>> SERVICES = key("SERVICES", SettingType.SERVICES, "all");
    private static final Map<Service, SettingKey<Integer>> PORTS = ports();
    public static final SettingKey<String> PUBLIC_URL = key("PUBLIC_URL", SettingType.URL);
    public static final SettingKey<String> REPORTS_URL = key("REPORTS_URL", SettingType.URL);
    public static final SettingKey<Config.Database> DATABASE_URL = key("DATABASE_URL", SettingType.DATABASE);
    public static final SettingKey<Path> DATA_DIR = key("DATA_DIR", SettingType.PATH, "~/.guildhall");
    public static final SettingKey<String> SECRET_KEY = key("SECRET_KEY", SettingType.SECRET_KEY);
    public static final SettingKey<String> NEW_SECRET_KEY = key("NEW_SECRET_KEY", SettingType.SECRET_KEY);
    public static final SettingKey<List<Email>> ADMIN_EMAILS = key("ADMIN_EMAILS", SettingType.EMAILS);
    public static final SettingKey<RegistrationMode> REGISTRATION =
            key("REGISTRATION", SettingType.oneOf(RegistrationMode.class));
    public static final SettingKey<SmtpAddress> SMTP_URL = key("SMTP_URL", SettingType.SMTP);
    public static final SettingKey<MailFrom> MAIL_FROM = key("MAIL_FROM", SettingType.MAIL_FROM);
    public static final SettingKey<LlmProvider> LLM_PROVIDER =
            key("LLM_PROVIDER", SettingType.oneOf(LlmProvider.class), "demo");
    public static final SettingKey<String> LLM_BASE_URL = key("LLM_BASE_URL", SettingType.URL);
    public static final SettingKey<String> LLM_API_KEY = key("LLM_API_KEY", SettingType.SECRET);
    public static final SettingKey<String> LLM_MODEL = key("LLM_MODEL", SettingType.TEXT);
    public static final SettingKey<String> LLM_API_VERSION = key("LLM_API_VERSION", SettingType.TEXT);
    public static final SettingKey<String> LLM_REGION = key("LLM_REGION", SettingType.TEXT);
    public static final SettingKey<Map<String, List<FallbackPlan.Target>>> LLM_FALLBACKS =
            key("LLM_FALLBACKS", SettingType.FALLBACKS);
    public static final SettingKey<ProxyAddress> LLM_PROXY = key("LLM_PROXY", SettingType.PROXY);
    public static final SettingKey<SSLContext> LLM_CA_FILE = key("LLM_CA_FILE", SettingType.AUTHORITIES);
    public static final SettingKey<Map<String, RouteFile.Route>> LLM_ROUTES = key("LLM_ROUTES", SettingType.ROUTES);
    public static final SettingKey<Map<String, ModelPrice>> LLM_PRICES = key("LLM_PRICES", SettingType.PRICES);
    public static final SettingKey<LlmConfig.Unpriced> LLM_UNPRICED =
            key("LLM_UNPRICED", SettingType.oneOf(LlmConfig.Unpriced.class), "refuse");
    public static final SettingKey<Boolean> RESPONSES_STORE = key("RESPONSES_STORE", SettingType.FLAG, "false");
    public static final SettingKey<Set<String>> LLM_IMAGE_HOSTS =
            key("LLM_IMAGE_HOSTS", SettingType.NAMES.as(SettingKey::lowerCase));
    public static final SettingKey<Currency> LLM_CURRENCY = key("LLM_CURRENCY", SettingType.CURRENCY, "USD");
    public static final SettingKey<Duration> LLM_FIRST_TOKEN_TIMEOUT =
            key("LLM_FIRST_TOKEN_TIMEOUT", SettingType.LIFE, seconds(ProviderTimeouts.DEFAULT.firstToken()));
    public static final SettingKey<Duration> LLM_ANSWER_TIMEOUT =
            key("LLM_ANSWER_TIMEOUT", SettingType.LIFE, seconds(ProviderTimeouts.DEFAULT.answer()));
    public static final SettingKey<Duration> LLM_IDLE_TIMEOUT =
            key("LLM_IDLE_TIMEOUT", SettingType.LIFE, seconds(ProviderTimeouts.DEFAULT.idle()));
    public static final SettingKey<Duration> LLM_TOTAL_TIMEOUT =
            key("LLM_TOTAL_TIMEOUT", SettingType.LIFE, seconds(ProviderTimeouts.DEFAULT.total()));
    public static final SettingKey<Integer> LLM_CONCURRENCY = key("LLM_CONCURRENCY", SettingType.COUNT, "2000");
    public static final SettingKey<Integer> LLM_CONCURRENCY_PER_USER =
            key("LLM_CONCURRENCY_PER_USER", SettingType.COUNT, "1000");
    public static final SettingKey<EmbeddingConfig.Source> EMBEDDINGS =
            key("EMBEDDINGS", SettingType.oneOf(EmbeddingConfig.Source.class), "local");
    public static final SettingKey<String> EMBEDDINGS_MODEL =
            key("EMBEDDINGS_MODEL", SettingType.TEXT, "text-embedding-3-small");
    public static final SettingKey<Set<String>> EMBEDDINGS_ALIASES = key("EMBEDDINGS_ALIASES", SettingType.NAMES);
    public static final SettingKey<AgentAddress> AGENT_URL = key("AGENT_URL", SettingType.SERVICE_URL);
    public static final SettingKey<Map<String, Integer>> AGENT_CONTEXT_TOKENS =
            key("AGENT_CONTEXT_TOKENS", SettingType.CONTEXT, "16000");
    public static final SettingKey<FactExtraction> MEMORY_EXTRACTION =
            key("MEMORY_EXTRACTION", SettingType.oneOf(FactExtraction.class), "rules");
    public static final SettingKey<RateLimit> RATE_LIMIT =
            key("RATE_LIMIT_PER_MINUTE", SettingType.COUNT.as(RateLimit::new), "600");
    public static final SettingKey<RateLimit> TOKEN_LIMIT =
            key("TOKEN_LIMIT_PER_MINUTE", SettingType.COUNT.as(RateLimit::new), "0");
    public static final SettingKey<RateLimit> SIGN_IN_LIMIT =
            key("SIGN_IN_LIMIT_PER_MINUTE", SettingType.COUNT.as(RateLimit::new), "20");
    public static final SettingKey<List<String>> ALLOWED_ORIGINS = key("ALLOWED_ORIGINS", SettingType.ORIGINS);
    public static final SettingKey<Integer> STREAMS_PER_USER = key("STREAMS_PER_USER", SettingType.COUNT, "1000");
    public static final SettingKey<Integer> CONNECTIONS_PER_ADDRESS =
            key("CONNECTIONS_PER_ADDRESS", SettingType.COUNT, "4000");
    public static final SettingKey<List<AddressRange>> TRUSTED_PROXIES = key("TRUSTED_PROXIES", SettingType.NETWORKS);
    public static final SettingKey<Duration> ACCESS_TOKEN_LIFE = key("ACCESS_TOKEN_LIFE", SettingType.LIFE, "900");
    public static final SettingKey<Duration> REFRESH_GRACE = key("REFRESH_GRACE", SettingType.GRACE, "0");
    public static final SettingKey<Duration> SIGNING_KEY_DAYS = key("SIGNING_KEY_DAYS", SettingType.DAYS, "90");
    public static final SettingKey<String> TOKEN_ISSUER = key("TOKEN_ISSUER", SettingType.SAFE_URL);
    public static final SettingKey<URI> TOKEN_JWKS_URL = key("TOKEN_JWKS_URL", SettingType.SAFE_URL.as(URI::create));
    public static final SettingKey<String> TOKEN_AUDIENCE = key("TOKEN_AUDIENCE", SettingType.TEXT);
    public static final SettingKey<Boolean> TOKEN_PROVISIONING = key("TOKEN_PROVISIONING", SettingType.SWITCH, "off");
    public static final SettingKey<AdminClaim> TOKEN_ADMIN_CLAIM =
            key("TOKEN_ADMIN_CLAIM", SettingType.TEXT.as(AdminClaim::parse));
    public static final SettingKey<List<RedirectUri>> ALLOWED_REDIRECTS =
            key("ALLOWED_REDIRECTS", SettingType.REDIRECTS);
    public static final SettingKey<Boolean> OAUTH_REQUIRE_STATE = key("OAUTH_REQUIRE_STATE", SettingType.FLAG, "false");
    public static final SettingKey<Path> INTEGRATIONS_DIR = key("INTEGRATIONS_DIR", SettingType.PATH);
    public static final SettingKey<EgressRules> EGRESS_ALLOW = key("EGRESS_ALLOW", SettingType.EGRESS);
    public static final SettingKey<EgressRules> FETCH_ALLOW = key("FETCH_ALLOW", SettingType.EGRESS);
    public static final SettingKey<EgressRules> WEBHOOK_ALLOW = key("WEBHOOK_ALLOW", SettingType.EGRESS);
    public static final SettingKey<Integer> QUEUE_CAPACITY = key("QUEUE_CAPACITY", SettingType.COUNT, "10000");
    public static final SettingKey<Integer> WORKERS = key("WORKERS", SettingType.COUNT, "32");
    public static final SettingKey<Path> SUITES_DIR = key("SUITES_DIR", SettingType.PATH);
    public static final SettingKey<RunConfig.Runner> RUNNER =
            key("RUNNER", SettingType.oneOf(RunConfig.Runner.class), "process");
    public static final SettingKey<Integer> RUN_SLOTS = key("RUN_SLOTS", SettingType.COUNT, "2");
    public static final SettingKey<RunTargetRules> RUN_TARGETS = key("RUN_TARGETS", SettingType.RUN_TARGETS);
    public static final SettingKey<Duration> RUN_RETENTION_DAYS = key("RUN_RETENTION_DAYS", SettingType.DAYS, "30");
    public static final SettingKey<Path> CHROMIUM = key("CHROMIUM", SettingType.PATH);
    public static final SettingKey<Duration> APPROVAL_HOURS = key("APPROVAL_HOURS", SettingType.HOURS, "24");
    public static final SettingKey<Duration> STOP_DELAY = key("STOP_DELAY", SettingType.SECONDS, "0");
    public static final SettingKey<Duration> STOP_TIMEOUT = key("STOP_TIMEOUT", SettingType.SECONDS, "30");

    /** The path of the file; not a key of the file itself. */
    static final String FILE_VARIABLE = PREFIX + "CONFIG";

    /** The prefix of variables that only tests use; the program ignores them. */
    static final String TEST_PREFIX = PREFIX + "TEST_";

    private static final List<String> OAUTH_PARTS = List.of("_ISSUER", "_CLIENT_ID", "_CLIENT_SECRET");
    private static final String OAUTH = PREFIX + "OAUTH_";

    /** Every key, without the patterns, in the order in which they are printed. */
    static Collection<SettingKey<?>> all() {
        return Collections.unmodifiableCollection(BY_NAME.values());
    }

    /** The key for the port of a service. */
    public static SettingKey<Integer> portOf(Service service) {
        return Optional.ofNullable(PORTS.get(service)).orElseThrow();
    }

    /** The key with that name, also one that matches a pattern; empty when there is none. */
    static Optional<SettingKey<?>> find(String name) {
        SettingKey<?> known = BY_NAME.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        return providerOf(name).isPresent() ? Optional.of(oauth(name)) : IntegrationKeys.find(name);
    }

    /** The name in the environment for a name in the file. */
    static String variable(String property) {
        return property.toUpperCase(Locale.ROOT).replace('.', '_');
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
    static SettingKey<String> ofProvider(String provider, String part) {
        return oauth(OAUTH + provider.toUpperCase(Locale.ROOT) + part);
    }

    private static SettingKey<String> oauth(String name) {
        SettingType<String> type = name.endsWith("_SECRET")
                ? SettingType.SECRET
                : name.endsWith("_ISSUER") ? SettingType.URL : SettingType.TEXT;
        return new SettingKey<>(name, type, Optional.empty());
    }

    private static <T> SettingKey<T> key(String name, SettingType<T> type, String fallback) {
        return known(new SettingKey<>(PREFIX + name, type, Optional.of(fallback)));
    }

    private static <T> SettingKey<T> key(String name, SettingType<T> type) {
        return known(new SettingKey<>(PREFIX + name, type, Optional.empty()));
    }

    private static <T> SettingKey<T> known(SettingKey<T> key) {
        BY_NAME.put(key.name, key);
        return key;
    }

    private static Map<Service, SettingKey<Integer>> ports() {
        Map<Service, SettingKey<Integer>> keys = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            keys.put(service, key(service.wireName().toUpperCase(Locale.ROOT) + "_PORT", SettingType.PORT));
        }
        return keys;
    }

    private static String seconds(Duration time) {
        return String.valueOf(time.toSeconds());
    }

    private static Set<String> lowerCase(Set<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }
}
