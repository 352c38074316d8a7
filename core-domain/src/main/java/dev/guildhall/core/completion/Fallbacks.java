package dev.guildhall.core.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.CompletionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

    /** The model that is wanted, then those that stand in for it. */
    List<Candidate> candidates(ChatModel primary, CompletionRequest request) {
        String wanted = request.sampling().model().orElseGet(primary::defaultModel);
        List<Candidate> candidates = new ArrayList<>();
        candidates.add(new Candidate(primary, wanted));
        for (Fallback fallback : byModel.getOrDefault(wanted, byModel.getOrDefault(ANY, List.of()))) {
            Candidate candidate = new Candidate(fallback.model(), fallback.modelId());
            if (!candidates.contains(candidate)) {
                candidates.add(candidate);
            }
        }
        return candidates;
    }
}
