package dev.guildhall.core.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.CompletionRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Who is asked when a model does not answer, in this order. Immutable.
 *
 * @param byModel by the model's id; {@value #ANY} stands for those that are not named
 */
public record Fallbacks(Map<String, List<Fallback>> byModel) {
    /** Stands for every model that has no fallbacks of its own. */
    public static final String ANY = "*";

    /** Nobody else is asked. */
    public static final Fallbacks NONE = new Fallbacks(Map.of());

    public Fallbacks {
        byModel = Map.copyOf(byModel);
    }

    /**
     * One that is asked instead.
     *
     * @param model whose model it is
     * @param modelId which one, 1 to 200 characters
     */
    public record Fallback(ChatModel model, String modelId) {}

    /**
     * The model that is wanted, then its fallbacks. A fallback's model can be asked for by its own name too: where the
     * plan does not say otherwise, the providers that have it stand behind the first one.
     */
    List<Candidate> candidates(ChatModel primary, CompletionRequest request) {
        String wanted = request.sampling().model().orElseGet(primary::defaultModel);
        Candidate first = new Candidate(primary, wanted);
        if (byModel.isEmpty()) {
            return List.of(first);
        }
        List<Fallback> planned = byModel.getOrDefault(wanted, byModel.getOrDefault(ANY, List.of()));
        Stream<Fallback> sameName =
                all().filter(fallback -> fallback.modelId().equals(wanted) && !planned.contains(fallback));
        Stream<Candidate> others = Stream.concat(sameName, planned.stream())
                .map(fallback -> new Candidate(fallback.model(), fallback.modelId()));
        return Stream.concat(Stream.of(first), others).distinct().toList();
    }

    /** Every fallback of any model, in the order of the models' ids. */
    Stream<Fallback> all() {
        return new TreeMap<>(byModel).values().stream().flatMap(List::stream);
    }
}
