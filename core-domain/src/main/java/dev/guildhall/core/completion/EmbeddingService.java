package dev.guildhall.core.completion;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.EmbeddingRequest;
import dev.guildhall.ports.completion.EmbeddingResult;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.PassedEmbeddings;
import dev.guildhall.ports.telemetry.TracedModelCall;
import dev.guildhall.ports.usage.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Embeddings of texts for signed-in callers. */
public final class EmbeddingService implements Embeddings {
    private static final String PROVIDER = "embeddings";

    private final Optional<Embedder> embedder;
    private final SortedSet<String> aliases;
    private final ModelCalls shared;
    private final ModelCall<EmbeddingRequest, EmbeddingResult> embeddings;

    /**
     * Without an embedder texts are compared only by their words.
     *
     * @param aliases further names of the embedding model
     */
    public EmbeddingService(Optional<Embedder> embedder, Set<String> aliases, ModelCalls shared) {
        this.embedder = embedder;
        this.aliases = new TreeSet<>(aliases);
        this.shared = shared;
        this.embeddings = shared.metered(this::ask);
    }

    @Override
    public List<String> models(Caller caller) {
        Caller.User user = caller.requireUser();
        return embedder.map(Embedder::model).filter(user::mayAsk).stream()
                .flatMap(model ->
                        Stream.concat(Stream.of(model), aliases.stream()).distinct())
                .toList();
    }

    @Override
    public EmbeddingResult embed(Caller caller, Optional<CallOrigin> origin, EmbeddingRequest request) {
        Caller.User user = caller.requireUser();
        String asked = request.model();
        Embedder here = embedder.filter(known -> known.model().equals(asked) || aliases.contains(asked))
                .orElseThrow(() -> new Refusal(new CompletionProblem.UnknownModel(
                        "model: \"" + asked + "\" is not the embedding model of this server")));
        String model = here.model();
        Permissions.requireModel(user, model);
        return embeddings.call(
                request,
                shared.begin(new MeteredRequest(
                        user,
                        TracedModelCall.Operation.EMBEDDINGS,
                        origin,
                        Sampling.DEFAULT,
                        PROVIDER,
                        model,
                        costing(here),
                        () -> tokens(request),
                        name -> true)));
    }

    private EmbeddingResult ask(EmbeddingRequest request, UsageMeter meter) {
        Embedder here = embedder.orElseThrow();
        meter.beginAttempt(PROVIDER, here.model(), here.address());
        EmbeddingResult result = passed(here, request).orElseGet(() -> computed(here, request, meter));
        meter.completed(result.usage(), here.model(), Optional.empty());
        return result;
    }

    /** A model in this process costs nothing. */
    private static List<String> costing(Embedder embedder) {
        return embedder.address().isPresent() ? List.of(embedder.model()) : List.of();
    }

    private static Optional<EmbeddingResult> passed(Embedder embedder, EmbeddingRequest request) {
        return request.original()
                .flatMap(original -> embedder.pass(original.body()))
                .map(passed -> new EmbeddingResult(List.of(), usage(passed, request), Optional.of(passed.answer())));
    }

    private static Usage usage(PassedEmbeddings passed, EmbeddingRequest request) {
        return passed.tokens().isPresent()
                ? new Usage(passed.tokens().getAsLong(), 0)
                : new Usage(tokens(request), 0, true);
    }

    private EmbeddingResult computed(Embedder embedder, EmbeddingRequest request, UsageMeter meter) {
        request.original()
                .flatMap(original -> original.untranslated().stream().findFirst())
                .ifPresent(field -> {
                    throw Refusal.invalid(field, "is not supported by the embedding model");
                });
        List<Embedding> embeddings = inBatches(embedder, request.texts(), meter);
        int dimensions = embeddings.getFirst().dimensions();
        if (request.dimensions().filter(wanted -> wanted != dimensions).isPresent()) {
            throw Refusal.invalid("dimensions", "must be " + dimensions + ", or left out, for this model");
        }
        return new EmbeddingResult(embeddings, new Usage(tokens(request), 0, true), Optional.empty());
    }

    private List<Embedding> inBatches(Embedder embedder, List<String> texts, UsageMeter meter) {
        List<Embedding> embeddings = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += Embedder.MOST_TEXTS) {
            meter.timeLeft();
            embeddings.addAll(embedder.embed(texts.subList(from, Math.min(texts.size(), from + Embedder.MOST_TEXTS))));
        }
        return embeddings;
    }

    private static long tokens(EmbeddingRequest request) {
        return request.texts().stream()
                .mapToLong(text -> TokenEstimate.of(text).tokens())
                .sum();
    }
}
