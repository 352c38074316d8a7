package dev.guildhall.app.config;

import dev.guildhall.core.budget.Prices;
import dev.guildhall.ports.RateLimit;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration of language models.
 *
 * @param provider the first provider
 * @param access how the server reaches each provider
 * @param fallbacks the fallbacks when a model fails, by its id
 * @param timeouts how long each phase of a call may take
 * @param atOnce how many requests may be at providers at the same time
 * @param prices what models cost
 * @param tokens how many tokens a user may use in a minute
 */
public record LlmConfig(
        LlmProvider provider,
        Map<LlmProvider, Access> access,
        Map<String, List<FallbackPlan.Target>> fallbacks,
        Timeouts timeouts,
        AtOnce atOnce,
        Prices prices,
        RateLimit tokens) {
    public LlmConfig {
        access = Map.copyOf(access);
        fallbacks = Map.copyOf(fallbacks);
    }

    /**
     * How the server reaches a provider.
     *
     * @param baseUrl its address, without a slash at its end
     * @param apiKey absent for providers that need none
     * @param model the model for requests that name none
     */
    public record Access(String baseUrl, Optional<String> apiKey, String model) {
        @Override
        public String toString() {
            return "Access[" + baseUrl + ", " + model + "]";
        }
    }

    /**
     * The time limits of the phases of a call; all more than zero.
     *
     * @param firstToken until the first event of a streamed answer; absent means the provider's default
     * @param answer until the first byte of an answer that is not streamed; absent means the provider's default
     * @param idle between two events
     * @param total a whole request, with its waits, retries and fallbacks
     */
    public record Timeouts(Optional<Duration> firstToken, Optional<Duration> answer, Duration idle, Duration total) {}

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
        return Stream.concat(Stream.of(primary().model()), standingIn).collect(Collectors.toUnmodifiableSet());
    }

    static LlmConfig of(Settings settings, Map<String, String> environment) {
        LlmProvider provider = settings.require(SettingKey.LLM_PROVIDER);
        Map<LlmProvider, Access> access = new EnumMap<>(LlmProvider.class);
        for (LlmProvider each : LlmProvider.values()) {
            access.put(each, access(each, each == provider ? Optional.of(settings) : Optional.empty(), environment));
        }
        return new LlmConfig(
                provider,
                access,
                settings.get(SettingKey.LLM_FALLBACKS).orElse(Map.of()),
                new Timeouts(
                        settings.get(SettingKey.LLM_FIRST_TOKEN_TIMEOUT),
                        settings.get(SettingKey.LLM_ANSWER_TIMEOUT),
                        settings.require(SettingKey.LLM_IDLE_TIMEOUT),
                        settings.require(SettingKey.LLM_TOTAL_TIMEOUT)),
                new AtOnce(
                        settings.require(SettingKey.LLM_CONCURRENCY),
                        settings.require(SettingKey.LLM_CONCURRENCY_PER_USER)),
                new Prices(
                        settings.require(SettingKey.LLM_CURRENCY),
                        settings.get(SettingKey.LLM_PRICES).orElse(Map.of())),
                settings.require(SettingKey.TOKEN_LIMIT));
    }

    /** Guildhall's own keys apply to the first provider; the variables of a provider's own tools to that provider. */
    private static Access access(LlmProvider provider, Optional<Settings> own, Map<String, String> environment) {
        String baseUrl = own.flatMap(settings -> settings.get(SettingKey.LLM_BASE_URL))
                .or(() -> variable(provider, "BASE_URL", environment))
                .orElse(provider.usualAddress());
        return new Access(
                Config.withoutSlash(baseUrl),
                own.flatMap(settings -> settings.get(SettingKey.LLM_API_KEY))
                        .or(() -> variable(provider, "API_KEY", environment)),
                own.flatMap(settings -> settings.get(SettingKey.LLM_MODEL)).orElse(provider.usualModel()));
    }

    private static Optional<String> variable(LlmProvider provider, String what, Map<String, String> environment) {
        return Optional.ofNullable(environment.get(provider.variable(what))).filter(value -> !value.isBlank());
    }
}
