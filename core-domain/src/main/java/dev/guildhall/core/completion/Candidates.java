package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.PassedEndpoint;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The models that may answer a request. */
record Candidates(ChatModel primary, Fallbacks fallbacks, ProviderHealth health) {

    /** Every fallback of any model, in the order of the models' ids. */
    static Stream<Fallback> all(Fallbacks fallbacks) {
        return new TreeMap<>(fallbacks.byModel()).values().stream().flatMap(List::stream);
    }

    /**
     * The requested model, then its fallbacks. A request can also name a fallback's model: unless the configuration
     * names fallbacks for it, the providers that have it follow the first provider. A name with a route means its
     * deployments, then the models that the route names.
     */
    List<Fallback> of(CompletionRequest request) {
        String wanted = request.sampling().model().orElseGet(primary::defaultModel);
        ModelRoute route = fallbacks.routes().get(wanted);
        if (route != null) {
            Stream<Fallback> others = route.fallbacks().stream().flatMap(this::named);
            return Stream.concat(health.ordered(wanted, route).stream(), others)
                    .distinct()
                    .toList();
        }
        Fallback first = new Fallback(primary, wanted);
        if (fallbacks.byModel().isEmpty()) {
            return List.of(first);
        }
        List<Fallback> ofAny = fallbacks.byModel().getOrDefault(Fallbacks.ANY, List.of());
        List<Fallback> planned = fallbacks.byModel().getOrDefault(wanted, ofAny);
        Stream<Fallback> sameName =
                all(fallbacks).filter(fallback -> fallback.modelId().equals(wanted) && !planned.contains(fallback));
        Stream<Fallback> others = Stream.concat(sameName, planned.stream());
        return Stream.concat(Stream.of(first), others).distinct().toList();
    }

    /**
     * The providers with an endpoint whose requests pass unchanged: the deployments of a name with a route, else every
     * provider, for the model of that name.
     *
     * @param name absent when the request names no model; the usage then names the endpoint
     */
    List<Fallback> with(PassedEndpoint endpoint, Optional<String> name) {
        String known = name.orElse(endpoint.path());
        ModelRoute route = fallbacks.routes().get(known);
        Stream<Fallback> all = route != null
                ? health.ordered(known, route).stream()
                : Stream.concat(Stream.of(primary), all(fallbacks).map(Fallback::model))
                        .distinct()
                        .map(model -> new Fallback(model, known));
        return all.filter(candidate -> candidate.model().has(endpoint)).toList();
    }

    private Stream<Fallback> named(String name) {
        ModelRoute route = fallbacks.routes().get(name);
        return route == null ? Stream.of(new Fallback(primary, name)) : health.ordered(name, route).stream();
    }
}
