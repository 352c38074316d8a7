package dev.guildhall.ports.completion;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The models that requests can name.
 *
 * @param provider the provider that requests go to first, for example {@code openai}
 * @param defaultModel the model of requests that name none; the list of the provider may lack it. Absent when the
 *     caller may not ask it, or when a remote agent service does not report it
 * @param models the models of that provider in its order, then those of the fallbacks; each id once
 */
public record ModelCatalogue(String provider, Optional<String> defaultModel, List<Model> models) {
    public ModelCatalogue {
        models = List.copyOf(models);
    }

    /**
     * A model that requests can name.
     *
     * @param id what a request names
     * @param name a display name; the id when the provider has no name
     * @param provider the provider that has the model
     * @param capabilities what it is known to do (models-38)
     */
    public record Model(String id, String name, String provider, Set<ModelCapability> capabilities) {
        public Model {
            capabilities = Set.copyOf(capabilities);
        }

        /** A model of which nothing else is known. */
        public Model(String id, String name, String provider) {
            this(id, name, provider, Set.of());
        }
    }
}
