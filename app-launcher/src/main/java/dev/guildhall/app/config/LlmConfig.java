package dev.guildhall.app.config;

import dev.guildhall.core.config.Prices;
import dev.guildhall.llm.provider.RouteFile;
import dev.guildhall.ports.RateLimit;
import dev.guildhall.ports.model.Deployment.Dialect;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProxyAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * The configuration of language models.
 *
 * @param provider the first provider
 * @param access how the server reaches each provider
 * @param fallbacks the fallbacks when a model fails, by its id
 * @param routes the deployments of a name, by the name that requests ask for
 * @param tls the certificate authorities of all providers
 * @param timeouts how long each phase of a call may take
 * @param atOnce how many requests may be at providers at the same time
 * @param prices what models cost
 * @param imageHosts hosts inside of the network that addresses of pictures may name
 * @param tokens how many tokens a user may use in a minute
 * @param storesResponses whether answers of responses are stored unless the request says otherwise
 * @param cloud what Azure and AWS need besides
 * @param proxies the proxy of the environment for requests to an address
 */
public record LlmConfig(
        LlmProvider provider,
        Map<LlmProvider, Access> access,
        Map<String, List<FallbackPlan.Target>> fallbacks,
        Map<String, Route> routes,
        SSLContext tls,
        Timeouts timeouts,
        AtOnce atOnce,
        Prices prices,
        Set<String> imageHosts,
        RateLimit tokens,
        boolean storesResponses,
        CloudConfig cloud,
        Function<String, Optional<ProxyAddress>> proxies) {
    /** Whether callers with a budget may use models without a price. */
    public enum Unpriced {
        /** They may not. */
        REFUSE,
        /** They may, and their budget does not limit that. */
        ALLOW
    }

    public LlmConfig {
        access = Map.copyOf(access);
        fallbacks = Map.copyOf(fallbacks);
        routes = Map.copyOf(routes);
    }

    /**
     * How the server reaches a provider.
     *
     * @param baseUrl its address, without a slash at its end
     * @param apiKey absent for providers that need none
     * @param model the model for requests that name none
     * @param proxy the proxy for its requests; absent when there is none
     */
    public record Access(String baseUrl, Optional<String> apiKey, String model, Optional<ProxyAddress> proxy) {
        @Override
        public String toString() {
            return "Access[" + baseUrl + ", " + model + "]";
        }
    }

    /**
     * The route of one name.
     *
     * @param deployments where the model runs
     * @param plan the rest of the route, as its file has it
     */
    public record Route(List<Deployment> deployments, RouteFile.Route plan) {
        public Route {
            deployments = List.copyOf(deployments);
        }
    }

    /**
     * One place where a model runs.
     *
     * @param provider its protocol
     * @param dialect which protocol of OpenAI it is asked in; of another provider always {@code CHAT}
     * @param access how the server reaches it; its model is the one that is asked
     * @param weight its share of the requests
     */
    public record Deployment(LlmProvider provider, Dialect dialect, Access access, int weight) {}

    /**
     * The time limits of the phases of a call; all more than zero.
     *
     * @param firstToken between two reads of a stream before its first token
     * @param answer until the first byte of an answer that is not streamed
     * @param idle between two reads of a stream after its first token
     * @param total a whole request, with its waits, retries and fallbacks
     */
    public record Timeouts(Duration firstToken, Duration answer, Duration idle, Duration total) {}

    /**
     * How many requests may be at providers at the same time; 0 means no limit.
     *
     * @param all requests of all users
     * @param perUser requests of one user
     */
    public record AtOnce(int all, int perUser) {}

    /** How the server reaches the first provider. */
    public Access primary() {
        return of(provider);
    }

    /** How the server reaches that provider. */
    public Access of(LlmProvider other) {
        return Optional.ofNullable(access.get(other)).orElseThrow();
    }

    /** The models that the configuration names. */
    public Set<String> modelNames() {
        Stream<String> standingIn =
                fallbacks.values().stream().flatMap(List::stream).map(FallbackPlan.Target::model);
        return Stream.of(Stream.of(primary().model()), standingIn, routes.keySet().stream())
                .flatMap(Function.identity())
                .collect(Collectors.toUnmodifiableSet());
    }

    static LlmConfig of(Settings settings, Map<String, String> environment) {
        LlmProvider provider = settings.require(SettingKey.LLM_PROVIDER);
        CloudConfig cloud = CloudConfig.of(settings, environment);
        Map<LlmProvider, Access> access = new EnumMap<>(LlmProvider.class);
        for (LlmProvider each : LlmProvider.values()) {
            Optional<Settings> own = each == provider ? Optional.of(settings) : Optional.empty();
            access.put(each, access(each, own, environment, cloud));
        }
        return new LlmConfig(
                provider,
                access,
                settings.get(SettingKey.LLM_FALLBACKS).orElse(Map.of()),
                routes(settings.get(SettingKey.LLM_ROUTES).orElse(Map.of()), access, environment),
                settings.get(SettingKey.LLM_CA_FILE).orElse(Network.DEFAULT.tls()),
                new Timeouts(
                        settings.require(SettingKey.LLM_FIRST_TOKEN_TIMEOUT),
                        settings.require(SettingKey.LLM_ANSWER_TIMEOUT),
                        settings.require(SettingKey.LLM_IDLE_TIMEOUT),
                        settings.require(SettingKey.LLM_TOTAL_TIMEOUT)),
                new AtOnce(
                        settings.require(SettingKey.LLM_CONCURRENCY),
                        settings.require(SettingKey.LLM_CONCURRENCY_PER_USER)),
                new Prices(
                        settings.require(SettingKey.LLM_CURRENCY),
                        settings.get(SettingKey.LLM_PRICES).orElse(Map.of()),
                        settings.require(SettingKey.LLM_UNPRICED) == Unpriced.ALLOW),
                settings.get(SettingKey.LLM_IMAGE_HOSTS).orElse(Set.of()),
                settings.require(SettingKey.TOKEN_LIMIT),
                settings.require(SettingKey.RESPONSES_STORE),
                cloud,
                baseUrl -> proxy(baseUrl, environment));
    }

    private static Map<String, Route> routes(
            Map<String, RouteFile.Route> plans, Map<LlmProvider, Access> access, Map<String, String> environment) {
        Map<String, Route> routes = new LinkedHashMap<>();
        plans.forEach((name, plan) -> routes.put(
                name,
                new Route(
                        plan.deployments().stream()
                                .map(deployment -> deployment(name, deployment, access, environment))
                                .toList(),
                        plan)));
        return routes;
    }

    private static Deployment deployment(
            String name, RouteFile.Deployment plan, Map<LlmProvider, Access> access, Map<String, String> environment) {
        LlmProvider provider =
                LlmProvider.fromWire(plan.provider()).orElseThrow(() -> bad(name, plan.provider() + " is no provider"));
        if (plan.dialect() == Dialect.RESPONSES && provider != LlmProvider.OPENAI) {
            throw bad(name, "dialect: responses is for deployments of the provider openai");
        }
        Access usual = Optional.ofNullable(access.get(provider)).orElseThrow();
        Optional<String> own = plan.keyVariable()
                .map(variable -> Optional.ofNullable(environment.get(variable))
                        .orElseThrow(() -> bad(name, "the environment has no " + variable)));
        // Another address must not receive the key of the provider.
        Optional<String> key = own.or(() -> plan.baseUrl().isEmpty() ? usual.apiKey() : Optional.empty());
        String baseUrl = plan.baseUrl().map(Config::withoutSlash).orElse(usual.baseUrl());
        Optional<ProxyAddress> proxy =
                plan.proxy().or(() -> plan.baseUrl().isEmpty() ? usual.proxy() : proxy(baseUrl, environment));
        return new Deployment(provider, plan.dialect(), new Access(baseUrl, key, plan.model(), proxy), plan.weight());
    }

    private static BadConfiguration bad(String name, String fault) {
        return new BadConfiguration(List.of("GUILDHALL_LLM_ROUTES: " + name + ": " + fault));
    }

    /** Guildhall's own keys apply to the first provider; the variables of a provider's own tools to that provider. */
    private static Access access(
            LlmProvider provider, Optional<Settings> own, Map<String, String> environment, CloudConfig cloud) {
        String baseUrl = own.flatMap(settings -> settings.get(SettingKey.LLM_BASE_URL))
                .or(() -> variable(provider, "BASE_URL", environment))
                .orElseGet(() -> usualAddress(provider, cloud));
        return new Access(
                Config.withoutSlash(baseUrl),
                own.flatMap(settings -> settings.get(SettingKey.LLM_API_KEY))
                        .or(() -> variable(provider, LlmProvider.KEY, environment)),
                own.flatMap(settings -> settings.get(SettingKey.LLM_MODEL)).orElse(provider.usualModel()),
                own.flatMap(settings -> settings.get(SettingKey.LLM_PROXY)).or(() -> proxy(baseUrl, environment)));
    }

    private static Optional<ProxyAddress> proxy(String baseUrl, Map<String, String> environment) {
        try {
            return Address.parse(baseUrl).flatMap(address -> ProxyAddress.of(environment, address.origin()));
        } catch (IllegalArgumentException bad) {
            throw new BadConfiguration(List.of(String.valueOf(bad.getMessage())));
        }
    }

    private static Optional<String> variable(LlmProvider provider, String what, Map<String, String> environment) {
        return CloudConfig.first(environment, provider.variables(what));
    }

    /** The address of a provider where the configuration names none; empty when it has none. */
    public String usualAddress(LlmProvider other) {
        return usualAddress(other, cloud);
    }

    private static String usualAddress(LlmProvider provider, CloudConfig cloud) {
        return provider == LlmProvider.BEDROCK
                ? cloud.region()
                        .map(region -> "https://bedrock-runtime." + region + ".amazonaws.com")
                        .orElse("")
                : provider.usualAddress();
    }
}
