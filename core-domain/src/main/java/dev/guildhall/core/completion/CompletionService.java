package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.core.config.Prices;
import dev.guildhall.core.security.Permissions;
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
import dev.guildhall.ports.usage.Cost;
import java.util.List;
import java.util.Optional;

/** Language models for signed-in callers. */
public final class CompletionService implements Completions {
    private final CompletionParts parts;
    private final ModelCalls shared;
    private final Candidates candidates;
    private final ModelLists models;
    private final MediaHosts mediaHosts;
    private final ModelCall<Attempt, Completion> completions;
    private final ModelCall<Attempt, Long> counts;

    public CompletionService(ModelCalls shared) {
        this.parts = shared.parts();
        this.shared = shared;
        this.candidates = new Candidates(parts.models(), shared.health());
        this.models = new ModelLists(parts);
        this.mediaHosts = new MediaHosts(parts.mediaHosts());
        this.completions = shared.metered(new FallbackCall(parts, shared.health()));
        this.counts = shared.permitted(
                (attempt, meter) -> attempt.candidate().model().countTokens(attempt.asked(meter.timeLeft())));
    }

    @Override
    public Completion complete(Caller caller, CompletionRequest request) {
        mediaHosts.require(request.messages());
        return answer(caller.requireUser(), request, Optional.empty());
    }

    @Override
    public Completion stream(Caller caller, CompletionRequest request, ChunkSink sink) {
        mediaHosts.require(request.messages());
        return answer(caller.requireUser(), request, Optional.of(sink));
    }

    private Completion answer(Caller.User user, CompletionRequest request, Optional<ChunkSink> sink) {
        Attempt attempt = attempt(user, request, sink);
        UsageMeter meter = meter(user, attempt);
        Completion completion = completions.call(attempt, meter);
        Prices prices = parts.models().prices();
        return completion.costing(
                meter.cost(prices, completion.usage()).map(amount -> new Cost(amount, prices.currency())));
    }

    @Override
    public long countTokens(Caller caller, CompletionRequest request) {
        Attempt attempt = attempt(caller.requireUser(), request, Optional.empty());
        return counts.call(attempt, meter(caller.requireUser(), attempt));
    }

    private Attempt attempt(Caller.User user, CompletionRequest request, Optional<ChunkSink> sink) {
        List<Fallback> all = candidates.of(user, request);
        Permissions.requireModel(user, all.getFirst().name());
        return new Attempt(
                request,
                sink,
                all.stream().filter(candidate -> user.mayAsk(candidate.name())).toList(),
                0);
    }

    private UsageMeter meter(Caller.User user, Attempt attempt) {
        CompletionRequest request = attempt.request();
        return shared.begin(new MeteredRequest(
                user,
                TracedModelCall.Operation.CHAT,
                request.origin(),
                request.sampling(),
                attempt.candidate().model().provider(),
                attempt.candidate().name(),
                attempt.candidates().stream().map(Fallback::name).toList(),
                () -> TokenEstimate.of(request.messages()).tokens(),
                model -> models.isListed(request.sampling().model(), model)));
    }

    /** The state of the providers, for the metrics of this node. */
    public List<Metric> metrics() {
        return shared.health().metrics();
    }

    @Override
    public Optional<TokenAllowance> allowance(Caller caller) {
        return shared.tokens().of(caller.requireUser());
    }

    @Override
    public ModelCatalogue models(Caller caller) {
        Caller.User user = caller.requireUser();
        ModelCatalogue all = models.catalogue(parts.models().of(user));
        return new ModelCatalogue(
                all.provider(),
                all.defaultModel().filter(user::mayAsk),
                all.models().stream().filter(model -> user.mayAsk(model.id())).toList());
    }
}
