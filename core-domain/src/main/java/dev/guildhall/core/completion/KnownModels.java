package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.core.config.Prices;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.model.ModelDefinition;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The models of the configuration and those that administrators set up, at one moment.
 *
 * @param primary the first provider of the configuration
 * @param fallbacks the fallbacks of the configuration, and the routes of all names
 * @param prices of all models
 * @param managed the models that administrators set up, by name
 * @param environment the names that the configuration defines
 * @param chosen the model that the settings choose for requests that name none; it may be unknown
 */
record KnownModels(
        ChatModel primary,
        Fallbacks fallbacks,
        Prices prices,
        Map<String, ModelDefinition> managed,
        Set<String> environment,
        Optional<String> chosen) {
    /** The provider that answers where none is configured. */
    private static final String DEMO = "demo";

    /** The enabled model that administrators made the default. */
    Optional<ModelDefinition> managedDefault() {
        return managed.values().stream()
                .filter(model -> model.isDefault() && model.enabled())
                .findFirst();
    }

    /** The same models with another choice of the settings. */
    KnownModels choosing(Optional<String> choice) {
        return new KnownModels(primary, fallbacks, prices, managed, environment, choice);
    }

    /** The model that the settings choose for requests that name none, if it is known and not disabled. */
    Optional<String> chosenModel() {
        return chosen.filter(this::isKnown)
                .filter(name -> !managed.containsKey(name) || managed.get(name).enabled());
    }

    /** Whether the demo answers only until there is a default model of a provider (models-35). */
    boolean isDemoReplaced() {
        return primary.provider().equals(DEMO) && managedDefault().isPresent();
    }

    String defaultProvider() {
        return managedDefault()
                .map(model -> model.deployments().getFirst().provider())
                .orElseGet(primary::provider);
    }

    /** The model of requests that name none, of a caller who may use all models. */
    String defaultModel() {
        return chosenModel()
                .or(() -> managedDefault().map(ModelDefinition::name))
                .orElseGet(primary::defaultModel);
    }

    Optional<Integer> contextTokens(String model) {
        return Optional.ofNullable(managed.get(model)).flatMap(ModelDefinition::contextTokens);
    }

    /** Whether a fallback of that name can be asked: one that is not known any more is not sent to the first provider. */
    boolean isKnown(String name) {
        return managed.containsKey(name) || environment.contains(name);
    }

    Optional<ModelRoute> route(String name) {
        return Optional.ofNullable(fallbacks.routes().get(name));
    }
}
