package dev.guildhall.ports.completion;

import java.util.List;

/**
 * The models that can be asked here.
 *
 * @param provider the provider that is asked first, for example {@code openai}
 * @param models those of that provider in its order, then those of the fallbacks; no id twice
 */
public record ModelCatalogue(String provider, List<Model> models) {
    public ModelCatalogue {
        models = List.copyOf(models);
    }

    /**
     * A model that can be asked.
     *
     * @param id what a request names
     * @param name for people; the id where the provider has no other
     * @param provider the provider that has it
     */
    public record Model(String id, String name, String provider) {}
}
