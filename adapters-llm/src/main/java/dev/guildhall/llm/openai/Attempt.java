package dev.guildhall.llm.openai;

import dev.guildhall.ports.problem.CompletionProblem;
import java.time.Duration;
import java.util.Optional;

/** How one try of opening a call ended. */
sealed interface Attempt {
    /**
     * The answer has begun.
     *
     * @param call to be closed by whoever takes it
     */
    record Opened(OpenCall call) implements Attempt {}

    /**
     * It did not.
     *
     * @param problem why
     * @param retryable whether the same call may go through soon
     * @param retryAfter how long the provider wants us to wait; absent when it did not say
     */
    record Failed(CompletionProblem problem, boolean retryable, Optional<Duration> retryAfter) implements Attempt {
        static Failed forGood(CompletionProblem problem) {
            return new Failed(problem, false, Optional.empty());
        }

        static Failed forNow(CompletionProblem problem) {
            return new Failed(problem, true, Optional.empty());
        }
    }
}
