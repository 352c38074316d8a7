package dev.guildhall.llm.provider;

import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.ModelRetry;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Asks a model again when that can help. */
final class RetryingModel extends DelegatingModel {
    private static final System.Logger LOG = System.getLogger(RetryingModel.class.getName());

    private final ModelRetry rule;
    private final Ticker ticker;
    private final DoubleSupplier jitter;

    RetryingModel(ModelClient model, ModelRetry rule, Ticker ticker, DoubleSupplier jitter) {
        super(model);
        this.rule = rule;
        this.ticker = ticker;
        this.jitter = jitter;
    }

    @Override
    Completion answer(Call call) {
        for (int attempts = 1; ; attempts++) {
            try {
                return call.ask(model, call.request());
            } catch (Refusal refusal) {
                if (attempts > rule.retries()) {
                    throw refusal;
                }
                Duration wait = rule.waitAfter(refusal.problem(), attempts, jitter.getAsDouble())
                        .filter(call::permits)
                        .orElseThrow(() -> refusal);
                LOG.log(
                        Level.WARNING,
                        "attempt {0} failed: {1}",
                        attempts,
                        refusal.problem().getClass().getSimpleName());
                pause(wait);
            }
        }
    }

    private void pause(Duration wait) {
        try {
            ticker.pause(wait);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }
}
