package dev.guildhall.ports.completion;

import java.util.List;

/**
 * The models that requests can name.
 *
 * @param provider the provider that requests go to first, for example {@code openai}
 * @param models the models of that provider in its order, then those of the fallbacks; each id once
 */
public record ModelCatalogue(String provider, List<Model> models) {
    public ModelCatalogue {
        models = List.copyOf(models);
    }

    /**
     * A model that requests can name.
     *
     * @param id what a request names
     * @param name a display name; the id when the provider has no name
     * @param provider the provider that has the model
     */
    public record Model(String id, String name, String provider) {}
}
