package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedRequests;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.TracedModelCall;
import java.util.List;
import java.util.Optional;

/** Requests that pass unchanged, for signed-in callers. */
public final class PassedRequestService implements PassedRequests {
    private final CompletionParts parts;
    private final ModelCalls shared;
    private final Candidates candidates;
    private final ModelLists models;
    private final ModelCall<PassedAttempt, PassedAnswer> calls;

    public PassedRequestService(ModelCalls shared) {
        this.parts = shared.parts();
        this.shared = shared;
        this.candidates = new Candidates(parts.models(), shared.health());
        this.models = new ModelLists(parts);
        this.calls = shared.metered(new PassedCall(parts, shared.health()));
    }

    @Override
    public void pass(Caller caller, PassedRequest request, PassedSink sink) {
        Caller.User user = caller.requireUser();
        List<Fallback> able = candidates.with(user, request.endpoint(), request.model());
        Permissions.requireModel(user, request.model().orElse(request.endpoint().path()));
        if (able.isEmpty()) {
            throw new Refusal(new CompletionProblem.UnknownModel(
                    request.endpoint().path() + " is an endpoint that no provider of this server has"));
        }
        UsageMeter meter = shared.begin(meteredBy(user, request, able));
        meter.passes(request.measure());
        calls.call(new PassedAttempt(request, sink, able), meter);
    }

    private MeteredRequest meteredBy(Caller.User user, PassedRequest request, List<Fallback> able) {
        Fallback first = able.getFirst();
        return new MeteredRequest(
                user,
                TracedModelCall.Operation.valueOf(request.endpoint().name()),
                request.origin(),
                Sampling.DEFAULT,
                first.model().provider(),
                first.name(),
                List.of(first.name()),
                () -> request.measure().promptTokens(),
                name -> request.model().isEmpty() || models.isListed(Optional.of(name), name));
    }
}
