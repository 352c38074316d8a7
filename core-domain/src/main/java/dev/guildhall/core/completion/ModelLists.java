package dev.guildhall.core.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.ModelInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The models of the first provider, and the fallbacks' models. A provider that does not respond is left out (contract
 * 9). Thread-safe.
 */
final class ModelLists {
    private final ChatModel primary;
    private final Fallbacks fallbacks;
    private final Map<ChatModel, ModelList> lists = new LinkedHashMap<>();

    ModelLists(CompletionParts parts) {
        this.primary = parts.model();
        this.fallbacks = parts.fallbacks();
        Stream.concat(Stream.of(primary), fallbacks.all().map(Fallbacks.Fallback::model))
                .distinct()
                .forEach(model -> lists.put(model, new ModelList(parts.clock(), model, parts.limits())));
    }

    /**
     * The models that requests can name.
     *
     * @throws RuntimeException the failure of the first provider, a Refusal unless that is a bug, when no provider
     *     responds
     */
    ModelCatalogue catalogue() {
        Map<String, ModelCatalogue.Model> byId = new LinkedHashMap<>();
        Optional<RuntimeException> failure = Optional.empty();
        int answered = 0;
        for (Map.Entry<ChatModel, ModelList> list : lists.entrySet()) {
            try {
                offered(list.getKey(), list.getValue().models()).forEach(model -> byId.putIfAbsent(model.id(), model));
                answered++;
            } catch (RuntimeException cause) {
                if (ModelList.isCancelled(cause)) {
                    throw cause;
                }
                failure = failure.or(() -> Optional.of(cause));
            }
        }
        if (answered == 0) {
            throw failure.orElseThrow();
        }
        return new ModelCatalogue(primary.provider(), List.copyOf(byId.values()));
    }

    /**
     * All models of the first provider, and those models of the others that the configuration names: requests cannot
     * name their other models.
     */
    private Stream<ModelCatalogue.Model> offered(ChatModel model, List<ModelInfo> listed) {
        Stream<ModelInfo> named = fallbacks
                .all()
                .filter(fallback -> fallback.model().equals(model))
                .map(fallback -> listed.stream()
                        .filter(info -> info.id().equals(fallback.modelId()))
                        .findFirst()
                        .orElseGet(() -> new ModelInfo(fallback.modelId(), fallback.modelId())));
        return Stream.concat(model.equals(primary) ? listed.stream() : Stream.empty(), named)
                .map(info -> new ModelCatalogue.Model(info.id(), info.name(), model.provider()));
    }
}
