package dev.guildhall.llm.provider;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.ModelRetry;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A model that a program asks without a core. It is safe for several threads, and closing it closes its connections.
 */
public interface ModelClient extends ChatModel, AutoCloseable {
    /** Repeats requests as {@link ModelRetry#DEFAULT} says. */
    default ModelClient retrying() {
        return retrying(ModelRetry.DEFAULT);
    }

    /**
     * Repeats a request that failed for a reason that passes: only before the first piece of an answer, and within the time
     * limit of the request. The waits block the calling thread; an interrupt ends them. Closing the result closes this.
     */
    default ModelClient retrying(ModelRetry rule) {
        return new RetryingModel(
                this, rule, Thread::sleep, () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * Asks the other model when this one fails before the first piece of an answer, unless the fault is the request's
     * own. The other one gets the request for its default model. When both fail, the failure is that of this one. Closing
     * the result closes both.
     */
    default ModelClient orElse(ModelClient other) {
        return new FallbackModel(this, other);
    }

    /**
     * Ends the calls that run, with {@code CommonProblem.Cancelled}, and closes all connections. Later calls throw an {@link
     * IllegalStateException}. The thread that all clients of the HTTP library share ends when there was nothing to do for a
     * minute.
     */
    @Override
    void close();
}
