package dev.guildhall.app;

import dev.guildhall.app.config.Config;
import dev.guildhall.app.config.FallbackPlan;
import dev.guildhall.app.config.LlmConfig;
import dev.guildhall.app.config.LlmProvider;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.llm.demo.DemoChatModel;
import dev.guildhall.llm.provider.AnthropicChatModel;
import dev.guildhall.llm.provider.AzureChatModel;
import dev.guildhall.llm.provider.BedrockChatModel;
import dev.guildhall.llm.provider.GeminiChatModel;
import dev.guildhall.llm.provider.OllamaChatModel;
import dev.guildhall.llm.provider.OpenAiChatModel;
import dev.guildhall.llm.provider.ProviderOptions;
import dev.guildhall.llm.provider.ResponsesChatModel;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ModelConnector;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderTimeouts;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The providers of language models: those of the configuration, each created once, and those of the deployments that
 * administrators set up.
 */
final class LanguageModels implements ModelConnector {
    private static final Logger LOG = System.getLogger(LanguageModels.class.getName());

    private final LlmConfig config;
    private final Ticker ticker;
    private final Map<LlmProvider, ChatModel> made = new EnumMap<>(LlmProvider.class);

    /**
     * Creates the providers; sends no request yet.
     *
     * @param ticker controls the pace of the demo
     */
    LanguageModels(LlmConfig config, Ticker ticker) {
        this.config = config;
        this.ticker = ticker;
    }

    /**
     * The first provider.
     *
     * @throws StartFailure when its address or key is malformed
     */
    ChatModel primary() {
        return model(config.provider());
    }

    /**
     * The fallbacks.
     *
     * @throws StartFailure when an address or key is malformed
     */
    Fallbacks fallbacks() {
        Map<String, List<Fallbacks.Fallback>> byModel = new HashMap<>();
        config.fallbacks()
                .forEach((model, targets) ->
                        byModel.put(model, targets.stream().map(this::fallback).toList()));
        Map<String, ModelRoute> routes = new HashMap<>();
        config.routes().forEach((name, route) -> routes.put(name, route(route)));
        return new Fallbacks(byModel, routes);
    }

    private ModelRoute route(LlmConfig.Route route) {
        return new ModelRoute(
                route.deployments().stream()
                        .map(deployment -> new ModelRoute.Deployment(
                                make(deployment), deployment.access().model(), deployment.weight()))
                        .toList(),
                choice(route),
                route.plan().cooldown(),
                route.plan().fallbacks());
    }

    static ModelDefinition.Choice choice(LlmConfig.Route route) {
        return route.plan().leastLatency() ? ModelDefinition.Choice.LEAST_LATENCY : ModelDefinition.Choice.WEIGHTED;
    }

    private Fallbacks.Fallback fallback(FallbackPlan.Target target) {
        return new Fallbacks.Fallback(model(target.provider().orElse(config.provider())), target.model());
    }

    /** The configured limits; 0 means no limit. */
    CompletionLimits limits() {
        CompletionLimits.Calls calls = CompletionLimits.Calls.DEFAULT;
        return CompletionLimits.DEFAULT
                .withTokens(config.tokens())
                .withTotal(config.timeouts().total())
                .withCalls(new CompletionLimits.Calls(
                        orUnlimited(config.atOnce().all()),
                        orUnlimited(config.atOnce().perUser()),
                        calls.waiting(),
                        calls.longestWait()));
    }

    private static int orUnlimited(int limit) {
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    private ChatModel model(LlmProvider provider) {
        return made.computeIfAbsent(provider, each -> make(each, config.of(each)));
    }

    @Override
    public List<ModelDefinition> environment() {
        return new ConfiguredModels(config, primary().defaultModel()).definitions();
    }

    @Override
    public Deployment completed(Deployment deployment) {
        LlmProvider provider = provider(deployment);
        if (deployment.dialect() == Deployment.Dialect.RESPONSES && provider != LlmProvider.OPENAI) {
            throw Refusal.invalid("dialect", "responses is for deployments of the provider openai");
        }
        if (provider == LlmProvider.DEMO) {
            return deployment.withBaseUrl("").withApiKey(Optional.empty());
        }
        String address = Config.withoutSlash(
                deployment.baseUrl().isEmpty() ? config.usualAddress(provider) : deployment.baseUrl());
        if (address.isEmpty()) {
            throw Refusal.invalid("baseUrl", "is required, since " + provider.wireName() + " has no usual address");
        }
        if (!isAddress(address)) {
            throw Refusal.invalid(
                    "baseUrl", "must be http(s)://host[:port][/path], without a user, a query and a fragment");
        }
        if (provider == LlmProvider.BEDROCK && config.cloud().regionOf(address).isEmpty()) {
            throw Refusal.invalid(
                    "baseUrl", "must name a region, as in https://bedrock-runtime.us-east-1.amazonaws.com");
        }
        return deployment.withBaseUrl(address);
    }

    /** A path may have characters that an address of the library has not. */
    private static boolean isAddress(String text) {
        try {
            URI.create(text);
            return Address.parse(text).isPresent();
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static LlmProvider provider(Deployment deployment) {
        return LlmProvider.fromWire(deployment.provider())
                .orElseThrow(() -> Refusal.invalid(
                        "provider",
                        "must be one of "
                                + Arrays.stream(LlmProvider.values())
                                        .map(LlmProvider::wireName)
                                        .collect(Collectors.joining(", "))));
    }

    /** The library closes connections that are idle, so that a client that is not used any more need not be closed. */
    @Override
    public ChatModel connect(Deployment deployment) {
        Deployment completed = completed(deployment);
        LlmConfig.Access access = new LlmConfig.Access(
                completed.baseUrl(),
                completed.apiKey(),
                completed.model(),
                completed.baseUrl().isEmpty()
                        ? Optional.empty()
                        : config.proxies().apply(completed.baseUrl()));
        try {
            return switch (completed.dialect()) {
                case CHAT -> client(provider(completed), access);
                case RESPONSES -> new ResponsesChatModel(options(access));
            };
        } catch (StartFailure bad) {
            throw Refusal.invalid("baseUrl", String.valueOf(bad.getMessage()));
        }
    }

    private ChatModel make(LlmConfig.Deployment deployment) {
        return switch (deployment.dialect()) {
            case CHAT -> make(deployment.provider(), deployment.access());
            case RESPONSES -> new ResponsesChatModel(options(deployment.access()));
        };
    }

    private ChatModel make(LlmProvider provider, LlmConfig.Access access) {
        if (access.apiKey().isEmpty() && provider.needsKeyAt(access.baseUrl())) {
            LOG.log(
                    Level.WARNING,
                    "{0} is not set, and {1} refuses requests without a key; a server of your own may need none",
                    provider == config.provider() ? "GUILDHALL_LLM_API_KEY" : provider.variable("API_KEY"),
                    access.baseUrl());
        }
        return client(provider, access);
    }

    private ChatModel client(LlmProvider provider, LlmConfig.Access access) {
        return switch (provider) {
            case DEMO -> new DemoChatModel(ticker);
            case OPENAI -> new OpenAiChatModel(options(access));
            case ANTHROPIC -> new AnthropicChatModel(options(access));
            case OLLAMA -> new OllamaChatModel(options(access));
            case GEMINI -> new GeminiChatModel(options(access));
            case AZURE -> new AzureChatModel(options(access), config.cloud().apiVersion());
            case BEDROCK -> bedrock(access);
        };
    }

    private ChatModel bedrock(LlmConfig.Access access) {
        String region = config.cloud()
                .regionOf(access.baseUrl())
                .orElseThrow(() -> new StartFailure("GUILDHALL_LLM_REGION (or AWS_REGION): bedrock needs a region"));
        if (access.apiKey().isEmpty() && config.cloud().credentials().isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "neither AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY nor AWS_BEARER_TOKEN_BEDROCK is set, and {0}"
                            + " refuses requests without them",
                    access.baseUrl());
        }
        return new BedrockChatModel(options(access), region, config.cloud().credentials());
    }

    private ProviderOptions options(LlmConfig.Access access) {
        return options(config, access, access.baseUrl(), access.model());
    }

    /** The embeddings endpoint of the first provider: OpenAI's API, which Ollama offers below v1. */
    static ProviderOptions embeddings(LlmConfig config, String model) {
        LlmConfig.Access access = config.primary();
        String address = config.provider() == LlmProvider.OLLAMA ? access.baseUrl() + "/v1" : access.baseUrl();
        return options(config, access, address, model);
    }

    private static ProviderOptions options(LlmConfig config, LlmConfig.Access access, String address, String model) {
        return checked(() -> ProviderOptions.of(address, access.apiKey(), model)
                .withTimeouts(timeouts(config))
                .withNetwork(new Network(config.tls(), access.proxy())));
    }

    private static ProviderTimeouts timeouts(LlmConfig config) {
        LlmConfig.Timeouts timeouts = config.timeouts();
        return new ProviderTimeouts(
                ProviderTimeouts.DEFAULT.connect(),
                timeouts.firstToken(),
                timeouts.answer(),
                timeouts.idle(),
                timeouts.total());
    }

    private static ProviderOptions checked(Supplier<ProviderOptions> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException bad) {
            throw new StartFailure("GUILDHALL_LLM_…: " + bad.getMessage());
        }
    }
}
