package dev.guildhall.core.completion;

import dev.guildhall.core.budget.Prices;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.telemetry.ErrorNames;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.EmbeddingResult;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.telemetry.TracedModelCall;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Embeddings of texts for signed-in callers. Thread-safe. */
public final class EmbeddingService implements Embeddings {
    private static final String PROVIDER = "embeddings";

    private final InstantSource clock;
    private final Optional<Embedder> embedder;
    private final MeteredCalls meteredCalls;
    private final Tracing tracing;
    private final Prices prices;

    /** Without an embedder texts are compared only by their words. */
    public EmbeddingService(
            InstantSource clock,
            Optional<Embedder> embedder,
            MeteredCalls meteredCalls,
            Tracing tracing,
            Prices prices) {
        this.clock = clock;
        this.embedder = embedder;
        this.meteredCalls = meteredCalls;
        this.tracing = tracing;
        this.prices = prices;
    }

    @Override
    public Optional<String> model(Caller caller) {
        Caller.User user = caller.requireUser();
        return embedder.map(Embedder::model).filter(user::mayAsk);
    }

    @Override
    public EmbeddingResult embed(Caller caller, Optional<CallOrigin> origin, String model, List<String> texts) {
        Caller.User user = caller.requireUser();
        Embedder here = embedder.filter(known -> known.model().equals(model))
                .orElseThrow(() -> new Refusal(new CompletionProblem.UnknownModel(
                        "model: \"" + model + "\" is not the embedding model of this server")));
        Permissions.requireModel(user, model);
        if (texts.isEmpty() || texts.size() > MOST_TEXTS || texts.contains("")) {
            throw Refusal.invalid("input", "must be 1 to " + MOST_TEXTS + " texts, none of them empty");
        }
        UsageMeter begun = new UsageMeter(user, PROVIDER, model, () -> tokens(texts), clock);
        try {
            EmbeddingResult embedded = meteredCalls.keep(begun, List.of(model), account -> {
                account.asks(PROVIDER, model, here.address());
                Usage usage = new Usage(tokens(texts), 0, true);
                EmbeddingResult made = new EmbeddingResult(inBatches(here, texts, account), usage);
                account.completed(usage);
                return made;
            });
            trace(begun, origin, new TracedModelCall.End.Answered(model, Optional.empty()));
            return embedded;
        } catch (RuntimeException failure) {
            String error = begun.isCancelled() ? ErrorNames.CANCELLED : ErrorNames.of(failure);
            trace(begun, origin, new TracedModelCall.End.Failed(error));
            throw failure;
        }
    }

    private void trace(UsageMeter account, Optional<CallOrigin> origin, TracedModelCall.End end) {
        if (account.wasAsked()) {
            tracing.asked(account.traced(TracedModelCall.Operation.EMBEDDINGS, origin, Sampling.DEFAULT, end, prices));
        }
    }

    private List<Embedding> inBatches(Embedder embedder, List<String> texts, UsageMeter account) {
        List<Embedding> embeddings = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += Embedder.MOST_TEXTS) {
            meteredCalls.timeLeft(account);
            embeddings.addAll(embedder.embed(texts.subList(from, Math.min(texts.size(), from + Embedder.MOST_TEXTS))));
        }
        return embeddings;
    }

    private static long tokens(List<String> texts) {
        return texts.stream().mapToLong(text -> TokenEstimate.of(text).tokens()).sum();
    }
}
