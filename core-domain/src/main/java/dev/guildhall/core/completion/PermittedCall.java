package dev.guildhall.core.completion;

import dev.guildhall.core.account.ActiveCalls;
import dev.guildhall.core.limit.Permit;
import dev.guildhall.core.limit.UserBulkhead;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.OpenCall;
import java.time.Duration;

/**
 * Limits the concurrent requests to providers, in total and for each user, and interrupts a request, also a waiting one,
 * when the account of its user is erased.
 */
final class PermittedCall<Q, T> implements ModelCall<Q, T> {
    private static final Problem FULL = new CompletionProblem.TooManyAtOnce();
    private static final Problem FULL_OF_ONE_USER =
            new CommonProblem.RateLimited(Duration.ofSeconds(1), CommonProblem.RateLimited.Counted.REQUESTS_AT_ONCE);

    private final ActiveCalls active;
    private final Threads threads;
    private final UserBulkhead permits;
    private final Duration longestWait;
    private final ModelCall<Q, T> inner;

    PermittedCall(ModelCalls shared, ModelCall<Q, T> inner) {
        this.active = shared.active();
        this.threads = shared.parts().threads();
        this.permits = shared.permits();
        this.longestWait = shared.parts().limits().calls().longestWait();
        this.inner = inner;
    }

    /**
     * Waits for a permit when none is free, at most as long as the request may take.
     *
     * @throws Refusal with {@code CompletionProblem.TooManyAtOnce} when there are too many requests, with
     *     {@code CommonProblem.RateLimited} when the user has too many, with {@code CommonProblem.Unauthenticated} when
     *     the account is erased in the meantime, or with {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    @Override
    @SuppressWarnings("try") // The permit is only held.
    public T call(Q request, UsageMeter meter) {
        Caller.User caller = meter.caller();
        Interrupt interrupt = new Interrupt();
        OpenCall open = active.open(caller.userId(), erased -> interrupt.send());
        Duration wait = longestWait.compareTo(meter.total()) < 0 ? longestWait : meter.total();
        try (Threads.Work work = threads.begin();
                Permit permit = permits.enter(caller.countsFor(), wait, FULL, FULL_OF_ONE_USER)) {
            return inner.call(request, meter);
        } catch (Refusal refusal) {
            if (interrupt.leave() && refusal.problem() instanceof CommonProblem.Cancelled) {
                throw new Refusal(new CommonProblem.Unauthenticated("the account has been erased or disabled"));
            }
            throw refusal;
        } finally {
            open.close();
            interrupt.leave();
        }
    }

    /** Interrupts the thread of a call, and never one that does other work by now. */
    private static final class Interrupt {
        private final Thread thread = Thread.currentThread();
        private boolean left;
        private boolean sent;

        synchronized void send() {
            if (!left) {
                sent = true;
                thread.interrupt();
            }
        }

        /** Whether the call was interrupted; the interrupt does not affect the next work of the thread. */
        synchronized boolean leave() {
            left = true;
            if (sent) {
                Thread.interrupted();
            }
            return sent;
        }
    }
}
