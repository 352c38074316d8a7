package dev.guildhall.core.completion;

import dev.guildhall.core.completion.Fallbacks.Fallback;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.telemetry.ErrorNames;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Metric;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.TokenAllowance;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.telemetry.TracedModelCall;
import java.util.List;
import java.util.Optional;

/** Language models for signed-in callers. */
public final class CompletionService implements Completions {
    private final CompletionParts parts;
    private final RetryingCalls retryingCalls;
    private final MeteredCalls meteredCalls;
    private final ModelLists models;
    private final MediaHosts mediaHosts;
    private final ProviderHealth health;
    private final Tracing tracing;

    public CompletionService(CompletionParts parts, MeteredCalls meteredCalls, Tracing tracing) {
        this.parts = parts;
        this.health = new ProviderHealth(parts.clock(), parts.secrets());
        this.retryingCalls = new RetryingCalls(parts, health, meteredCalls);
        this.meteredCalls = meteredCalls;
        this.tracing = tracing;
        this.models = new ModelLists(parts);
        this.mediaHosts = new MediaHosts(parts.mediaHosts());
    }

    @Override
    public Completion complete(Caller caller, CompletionRequest request) {
        return answer(
                caller,
                request,
                (candidate, left, ignored) ->
                        candidate.answered(request, candidate.model().complete(candidate.asked(request, left))));
    }

    @Override
    public Completion stream(Caller caller, CompletionRequest request, ChunkSink sink) {
        return answer(
                caller,
                request,
                (candidate, left, account) -> candidate.answered(
                        request, candidate.model().stream(candidate.asked(request, left), account.counting(sink))));
    }

    @Override
    public long countTokens(Caller caller, CompletionRequest request) {
        Caller.User user = caller.requireUser();
        Fallback first = allowed(user, parts.fallbacks().candidates(parts.model(), request, health))
                .getFirst();
        return meteredCalls.inside(
                user,
                () -> first.model()
                        .countTokens(first.asked(request, parts.limits().total())));
    }

    private Completion answer(Caller caller, CompletionRequest request, RetryingCalls.Try once) {
        Caller.User user = caller.requireUser();
        mediaHosts.require(request.messages());
        List<Fallback> candidates = allowed(user, parts.fallbacks().candidates(parts.model(), request, health));
        Fallback first = candidates.getFirst();
        UsageMeter begun = new UsageMeter(
                user,
                first.provider(),
                first.name(),
                () -> TokenEstimate.of(request.messages()).tokens(),
                parts.clock());
        try {
            Completion answer = meteredCalls.keep(
                    begun, candidates.stream().map(Fallback::name).toList(), account -> {
                        Completion completion = retryingCalls.ask(candidates, account, once);
                        account.completed(completion.usage());
                        return completion;
                    });
            trace(begun, request, new TracedModelCall.End.Answered(answer.model(), Optional.of(answer.finish())));
            return answer;
        } catch (RuntimeException brokenOff) {
            String error = begun.isCancelled() ? ErrorNames.CANCELLED : ErrorNames.of(brokenOff);
            trace(begun, request, new TracedModelCall.End.Failed(error));
            throw brokenOff;
        }
    }

    private static List<Fallback> allowed(Caller.User user, List<Fallback> candidates) {
        Permissions.requireModel(user, candidates.getFirst().name());
        return candidates.stream()
                .filter(candidate -> user.mayAsk(candidate.name()))
                .toList();
    }

    /** The state of the providers, for the metrics of this node. */
    public List<Metric> metrics() {
        return health.metrics();
    }

    private void trace(UsageMeter account, CompletionRequest request, TracedModelCall.End end) {
        if (account.wasAsked()) {
            tracing.asked(account.traced(
                    TracedModelCall.Operation.CHAT,
                    request.origin(),
                    request.sampling(),
                    end,
                    models.isListed(request.sampling().model(), account.model()),
                    parts.prices()));
        }
    }

    @Override
    public Optional<TokenAllowance> allowance(Caller caller) {
        return meteredCalls.allowance(caller.requireUser());
    }

    @Override
    public ModelCatalogue models(Caller caller) {
        Caller.User user = caller.requireUser();
        ModelCatalogue all = models.catalogue();
        return new ModelCatalogue(
                all.provider(),
                all.defaultModel().filter(user::mayAsk),
                all.models().stream().filter(model -> user.mayAsk(model.id())).toList());
    }
}
