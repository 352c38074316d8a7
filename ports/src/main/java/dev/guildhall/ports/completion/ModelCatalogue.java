package dev.guildhall.ports.completion;

import java.util.List;

/**
 * What can be asked here.
 *
 * @param provider who answers, for example {@code openai}
 * @param models in the provider's order
 */
public record ModelCatalogue(String provider, List<ModelInfo> models) {
    public ModelCatalogue {
        models = List.copyOf(models);
    }
}
