package dev.guildhall.core.config;

import dev.guildhall.ports.completion.ChatModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Which models are asked.
 *
 * @param byModel the models that are asked when the model of an id fails, in this order; {@value #ANY} stands for all
 *     other ids
 * @param routes the deployments of a name, which requests can ask for beside the models of the first provider
 */
public record Fallbacks(Map<String, List<Fallback>> byModel, Map<String, ModelRoute> routes) {
    /** Stands for every model without its own fallbacks. */
    public static final String ANY = "*";

    public static final Fallbacks NONE = new Fallbacks(Map.of());

    public Fallbacks {
        byModel = Map.copyOf(byModel);
        routes = Map.copyOf(routes);
    }

    public Fallbacks(Map<String, List<Fallback>> byModel) {
        this(byModel, Map.of());
    }

    /**
     * A model that may answer a request.
     *
     * @param model its provider
     * @param modelId what the provider calls the model, 1 to 200 characters
     * @param name what requests, keys, prices and the usage call it
     * @param cooldown how long it comes last after it limited the rate or refused the key; zero when it belongs to no
     *     route
     */
    public record Fallback(ChatModel model, String modelId, String name, Duration cooldown) {
        /** A model that requests name as the provider does. */
        public Fallback(ChatModel model, String modelId) {
            this(model, modelId, modelId, Duration.ZERO);
        }
    }
}
