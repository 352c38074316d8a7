package dev.guildhall.core.model;

import dev.guildhall.core.completion.ModelCalls;
import dev.guildhall.core.limit.Permit;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ModelConnector;
import dev.guildhall.ports.model.ModelTest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Asks deployments a short question, within the bounds of requests to providers. */
public final class DeploymentTests {
    /** The wait for a permit and the answer together take less than a test may. */
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(25);

    private static final Duration PERMIT_WITHIN = Duration.ofSeconds(2);

    private static final Problem FULL = new CompletionProblem.TooManyAtOnce();
    private static final Problem FULL_OF_ONE_USER =
            new CommonProblem.RateLimited(Duration.ofSeconds(1), CommonProblem.RateLimited.Counted.REQUESTS_AT_ONCE);

    private final InstantSource clock;
    private final ModelCalls calls;
    private final ModelConnector connector;

    public DeploymentTests(InstantSource clock, ModelCalls calls, ModelConnector connector) {
        this.clock = clock;
        this.calls = calls;
        this.connector = connector;
    }

    /** Whether the deployment answers; a failure of the provider is a result, any other one is thrown. */
    @SuppressWarnings("try") // The permit is only held.
    ModelTest of(Caller.User admin, Deployment deployment) {
        CompletionRequest question = CompletionRequest.of("Answer with the word OK.")
                .withModel(deployment.model())
                .within(ANSWER_WITHIN);
        Instant begun = clock.instant();
        Optional<String> error;
        try (Permit permit = calls.permits().enter(admin.countsFor(), PERMIT_WITHIN, FULL, FULL_OF_ONE_USER)) {
            connector.connect(deployment).complete(question);
            error = Optional.empty();
        } catch (Refusal refusal) {
            error = Optional.of(failure(refusal));
        }
        Duration took = Duration.between(begun, clock.instant());
        return new ModelTest(took.isNegative() ? Duration.ZERO : took, error);
    }

    private static String failure(Refusal refusal) {
        boolean isOfModel =
                refusal.problem() instanceof CompletionProblem || refusal.problem() instanceof CommonProblem.Invalid;
        if (!isOfModel || refusal.problem() instanceof CompletionProblem.TooManyAtOnce) {
            throw refusal;
        }
        return refusal.problem().message();
    }
}
