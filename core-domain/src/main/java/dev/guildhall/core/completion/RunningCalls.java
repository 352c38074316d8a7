package dev.guildhall.core.completion;

import dev.guildhall.core.account.ActiveCalls;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.OpenCall;
import java.util.function.Supplier;

/** Interrupts requests to models, including waiting ones, when the account of their user is erased. */
public final class RunningCalls {
    private final ActiveCalls open;

    public RunningCalls(ActiveCalls open) {
        this.open = open;
    }

    private static final class Call {
        private final Thread thread = Thread.currentThread();
        private boolean left;
        private boolean ended;

        /** Never interrupts a thread that does other work by now. */
        synchronized void end() {
            if (!left) {
                ended = true;
                thread.interrupt();
            }
        }

        /** Whether the call was ended from outside. */
        synchronized boolean leave() {
            left = true;
            return ended;
        }
    }

    /**
     * Does the work of a request. Refuses as {@code CommonProblem.Unauthenticated} when it was interrupted because the account
     * is erased.
     */
    <T> T run(UserId user, Supplier<T> work) {
        Call call = new Call();
        OpenCall watch = open.open(user, erased -> call.end());
        try {
            return work.get();
        } catch (Refusal refusal) {
            throw leave(call) && refusal.problem() instanceof CommonProblem.Cancelled ? erased() : refusal;
        } finally {
            watch.close();
            leave(call);
        }
    }

    private static Refusal erased() {
        return new Refusal(new CommonProblem.Unauthenticated("the account has been erased"));
    }

    /** The interrupt was meant for this work, and must not affect the next work of the thread. */
    private boolean leave(Call call) {
        boolean ended = call.leave();
        if (ended) {
            Thread.interrupted();
        }
        return ended;
    }
}
