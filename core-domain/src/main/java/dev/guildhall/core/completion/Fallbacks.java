package dev.guildhall.core.completion;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.OriginalRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The models that are asked when the model of an id fails, in this order; {@value #ANY} stands for all other ids. */
public record Fallbacks(Map<String, List<Fallback>> byModel) {
    /** Stands for every model without its own fallbacks. */
    public static final String ANY = "*";

    public static final Fallbacks NONE = new Fallbacks(Map.of());

    public Fallbacks {
        byModel = Map.copyOf(byModel);
    }

    /** A model that may answer a request. The id has 1 to 200 characters. */
    public record Fallback(ChatModel model, String modelId) {
        String provider() {
            return model.provider();
        }

        /** The request for this model, with the remaining time, or less when the request itself has less. */
        CompletionRequest asked(CompletionRequest request, Duration left) {
            CompletionRequest timed = request.within(
                    request.within().filter(own -> own.compareTo(left) < 0).orElse(left));
            CompletionRequest named =
                    request.sampling().model().filter(modelId::equals).isPresent() ? timed : timed.withModel(modelId);
            return named.in(model.protocol());
        }

        /** The answer of this model to the request, with a warning for each field that the model did not receive. */
        Completion answered(CompletionRequest request, Completion answer) {
            if (request.original().isEmpty()) {
                return answer;
            }
            OriginalRequest original = request.original().get();
            if (model.protocol().equals(Optional.of(original.protocol()))) {
                return answer;
            }
            return answer.withWarnings(original.warnings())
                    .withWarnings(model.leftOut(request.sampling()).stream()
                            .map(OriginalRequest::warning)
                            .toList());
        }
    }

    /**
     * The requested model, then its fallbacks. A request can also name a fallback's model: unless the configuration
     * names fallbacks for it, the providers that have it follow the first provider.
     */
    List<Fallback> candidates(ChatModel primary, CompletionRequest request) {
        String wanted = request.sampling().model().orElseGet(primary::defaultModel);
        Fallback first = new Fallback(primary, wanted);
        if (byModel.isEmpty()) {
            return List.of(first);
        }
        List<Fallback> planned = byModel.getOrDefault(wanted, byModel.getOrDefault(ANY, List.of()));
        Stream<Fallback> sameName =
                all().filter(fallback -> fallback.modelId().equals(wanted) && !planned.contains(fallback));
        Stream<Fallback> others = Stream.concat(sameName, planned.stream());
        return Stream.concat(Stream.of(first), others).distinct().toList();
    }

    /** Every fallback of any model, in the order of the models' ids. */
    Stream<Fallback> all() {
        return new TreeMap<>(byModel).values().stream().flatMap(List::stream);
    }
}
