package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.PassedEndpoint;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The models that may answer a request. */
record Candidates(ModelDirectory models, ProviderHealth health) {

    /** Every fallback of any model, in the order of the models' ids. */
    static Stream<Fallback> all(Fallbacks fallbacks) {
        return new TreeMap<>(fallbacks.byModel()).values().stream().flatMap(List::stream);
    }

    /**
     * The requested model, then its fallbacks. A request can also name a fallback's model: unless the configuration
     * names fallbacks for it, the providers that have it follow the first provider. A name with a route means its
     * deployments, then the models that the route names.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CompletionProblem.UnknownModel} for a model that the caller
     *     may not know
     */
    List<Fallback> of(Caller.User caller, CompletionRequest request) {
        CallerModels mine = models.of(caller);
        String wanted = mine.wanted(request.sampling().model());
        Optional<ModelRoute> route = mine.route(wanted);
        if (route.isPresent()) {
            Stream<Fallback> others = route.get().fallbacks().stream().flatMap(name -> named(mine, wanted, name));
            return Stream.concat(health.ordered(wanted, route.get()).stream(), others)
                    .distinct()
                    .toList();
        }
        Fallbacks fallbacks = mine.known().fallbacks();
        Fallback first = new Fallback(mine.known().primary(), wanted);
        if (fallbacks.byModel().isEmpty()) {
            return List.of(first);
        }
        List<Fallback> ofAny = fallbacks.byModel().getOrDefault(Fallbacks.ANY, List.of());
        List<Fallback> planned = fallbacks.byModel().getOrDefault(wanted, ofAny);
        Stream<Fallback> sameName =
                all(fallbacks).filter(fallback -> fallback.modelId().equals(wanted) && !planned.contains(fallback));
        Stream<Fallback> others =
                Stream.concat(sameName, planned.stream()).filter(fallback -> !mine.hides(fallback.name()));
        return Stream.concat(Stream.of(first), others).distinct().toList();
    }

    /**
     * The providers with an endpoint whose requests pass unchanged: the deployments of a name with a route, else every
     * provider, for the model of that name. A request without a name goes to the default model first.
     *
     * @param name absent when the request names no model; the usage then names the endpoint
     * @throws dev.guildhall.ports.problem.Refusal with {@code CompletionProblem.UnknownModel} for a model that the caller
     *     may not know
     */
    List<Fallback> with(Caller.User caller, PassedEndpoint endpoint, Optional<String> name) {
        CallerModels mine = models.of(caller);
        Optional<String> asked = name.map(Optional::of).map(mine::wanted);
        Optional<ModelRoute> route = asked.flatMap(mine::route);
        Stream<Fallback> all = route.isPresent()
                ? health.ordered(asked.get(), route.get()).stream()
                : Stream.concat(ofDefault(mine, asked), providers(mine.known()))
                        .distinct()
                        .map(model -> new Fallback(model, asked.orElseGet(endpoint::path)));
        return all.filter(candidate -> candidate.model().has(endpoint)).toList();
    }

    private Stream<ChatModel> ofDefault(CallerModels mine, Optional<String> asked) {
        return asked.isPresent()
                ? Stream.empty()
                : mine
                        .defaultModel()
                        .flatMap(name -> mine.route(name).map(route -> health.ordered(name, route)))
                        .stream()
                        .flatMap(List::stream)
                        .map(Fallback::model);
    }

    private static Stream<ChatModel> providers(KnownModels known) {
        return Stream.concat(Stream.of(known.primary()), all(known.fallbacks()).map(Fallback::model));
    }

    /** A fallback; one of a managed model is a managed model too, or a name of the configuration. */
    private Stream<Fallback> named(CallerModels mine, String of, String name) {
        Optional<ModelRoute> route = mine.route(name);
        if (route.isPresent()) {
            return health.ordered(name, route.get()).stream();
        }
        boolean isGone = mine.known().managed().containsKey(of) && !mine.known().isKnown(name);
        return mine.hides(name) || isGone
                ? Stream.empty()
                : Stream.of(new Fallback(mine.known().primary(), name));
    }
}
