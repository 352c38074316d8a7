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

        String provider() {
            return model.provider();
        }

        /** Whether both are deployments of one route. */
        boolean sharesRouteWith(Fallback other) {
            return !cooldown.isZero() && name.equals(other.name);
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
                    .withWarnings(model.leftOut(request).stream()
                            .map(OriginalRequest::warning)
                            .toList());
        }
    }

    /**
     * The requested model, then its fallbacks. A request can also name a fallback's model: unless the configuration
     * names fallbacks for it, the providers that have it follow the first provider. A name with a route means its
     * deployments, then the models that the route names.
     */
    List<Fallback> candidates(ChatModel primary, CompletionRequest request, ProviderHealth health) {
        String wanted = request.sampling().model().orElseGet(primary::defaultModel);
        ModelRoute route = routes.get(wanted);
        if (route != null) {
            Stream<Fallback> others = route.fallbacks().stream().flatMap(name -> named(name, primary, health));
            return Stream.concat(health.ordered(wanted, route).stream(), others)
                    .distinct()
                    .toList();
        }
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

    private Stream<Fallback> named(String name, ChatModel primary, ProviderHealth health) {
        ModelRoute route = routes.get(name);
        return route == null ? Stream.of(new Fallback(primary, name)) : health.ordered(name, route).stream();
    }

    /** Every fallback of any model, in the order of the models' ids. */
    Stream<Fallback> all() {
        return new TreeMap<>(byModel).values().stream().flatMap(List::stream);
    }
}
