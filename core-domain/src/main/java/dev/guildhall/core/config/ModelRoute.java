package dev.guildhall.core.config;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.model.ModelDefinition;
import java.time.Duration;
import java.util.List;

/**
 * Which deployments answer requests for one name of a model.
 *
 * @param deployments at least one
 * @param choice which of them is asked first; the others follow when it fails
 * @param cooldown how long a deployment comes last after it limited the rate or refused the key, unless it named a time
 * @param fallbacks names of models that are asked when all deployments fail
 */
public record ModelRoute(
        List<Deployment> deployments, ModelDefinition.Choice choice, Duration cooldown, List<String> fallbacks) {
    public ModelRoute {
        deployments = List.copyOf(deployments);
        fallbacks = List.copyOf(fallbacks);
    }

    /**
     * One place where the model runs.
     *
     * @param model its provider
     * @param modelId what the provider calls the model
     * @param weight its share of the requests, 1 or more
     */
    public record Deployment(ChatModel model, String modelId, int weight) {}
}
