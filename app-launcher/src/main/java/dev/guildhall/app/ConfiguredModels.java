package dev.guildhall.app;

import dev.guildhall.app.config.FallbackPlan;
import dev.guildhall.app.config.LlmConfig;
import dev.guildhall.app.config.LlmProvider;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The models that the configuration names, as administrators see them.
 *
 * @param defaultModel the model of requests that name none
 */
record ConfiguredModels(LlmConfig config, String defaultModel) {
    private static final Logger LOG = System.getLogger(ConfiguredModels.class.getName());

    /** The default model first. A name that no model could have here is left out. */
    List<ModelDefinition> definitions() {
        Map<String, List<Deployment>> byName = new LinkedHashMap<>();
        byName.put(defaultModel, List.of(of(config.provider(), defaultModel)));
        config.routes().forEach((name, route) -> byName.put(name, deployments(route)));
        config.fallbacks().forEach((name, targets) -> {
            if (!name.equals(Fallbacks.ANY)) {
                byName.putIfAbsent(name, List.of(of(config.provider(), name)));
            }
            targets.forEach(target -> byName.putIfAbsent(
                    target.model(), List.of(of(target.provider().orElse(config.provider()), target.model()))));
        });
        List<ModelDefinition> definitions = new ArrayList<>();
        byName.forEach((name, deployments) -> {
            try {
                definitions.add(definition(name, deployments));
            } catch (Refusal odd) {
                LOG.log(
                        Level.WARNING,
                        "{0} is not listed: {1}",
                        name,
                        odd.problem().message());
            }
        });
        return List.copyOf(definitions);
    }

    private ModelDefinition definition(String name, List<Deployment> deployments) {
        Optional<LlmConfig.Route> route = Optional.ofNullable(config.routes().get(name));
        return new ModelDefinition(
                name,
                deployments,
                route.map(LanguageModels::choice).orElse(ModelDefinition.Choice.WEIGHTED),
                route.map(known -> known.plan().fallbacks()).orElseGet(() -> planned(name)).stream()
                        .filter(fallback -> !fallback.equals(name))
                        .distinct()
                        .toList(),
                config.prices().of(name),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                true,
                name.equals(defaultModel));
    }

    private List<String> planned(String name) {
        List<FallbackPlan.Target> ofAny = config.fallbacks().getOrDefault(Fallbacks.ANY, List.of());
        return config.fallbacks().getOrDefault(name, ofAny).stream()
                .map(FallbackPlan.Target::model)
                .toList();
    }

    private static List<Deployment> deployments(LlmConfig.Route route) {
        List<Deployment> deployments = new ArrayList<>();
        route.deployments()
                .forEach(one -> deployments.add(new Deployment(
                        String.valueOf(deployments.size() + 1),
                        one.provider().wireName(),
                        one.access().baseUrl(),
                        one.access().apiKey(),
                        one.access().model(),
                        one.dialect(),
                        one.weight())));
        return deployments;
    }

    private Deployment of(LlmProvider provider, String model) {
        LlmConfig.Access access = config.of(provider);
        return new Deployment(
                "1", provider.wireName(), access.baseUrl(), access.apiKey(), model, Deployment.Dialect.CHAT, 1);
    }
}
