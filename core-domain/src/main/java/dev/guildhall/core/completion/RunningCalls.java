package dev.guildhall.core.completion;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The requests to models that this process works on, those that wait included, so that the ones of an account that is
 * erased can be ended. Thread-safe.
 */
public final class RunningCalls {
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    /** The work of one request, on the thread that began it. */
    private static final class Call {
        private final UserId user;
        private final Thread thread = Thread.currentThread();
        private boolean left;
        private boolean ended;

        Call(UserId user) {
            this.user = user;
        }

        /** Never a thread that does something else by now. */
        synchronized void end() {
            if (!left) {
                ended = true;
                thread.interrupt();
            }
        }

        /** Whether it was ended from outside. */
        synchronized boolean leave() {
            left = true;
            return ended;
        }
    }

    /**
     * Does the work of a request.
     *
     * @throws Refusal with {@code CommonProblem.Unauthenticated} when it was cut short since the account is erased
     */
    <T> T run(UserId user, Supplier<T> work) {
        Call call = new Call(user);
        calls.add(call);
        try {
            return work.get();
        } catch (Refusal refusal) {
            throw leave(call) && refusal.problem() instanceof CommonProblem.Cancelled ? erased() : refusal;
        } finally {
            leave(call);
        }
    }

    private static Refusal erased() {
        return new Refusal(new CommonProblem.Unauthenticated("the account has been erased"));
    }

    /** The interrupt was about this work, and must not meet what the thread does next. */
    private boolean leave(Call call) {
        calls.remove(call);
        boolean ended = call.leave();
        if (ended) {
            Thread.interrupted();
        }
        return ended;
    }

    /** Ends all requests of a user at once. */
    public void end(UserId user) {
        calls.stream().filter(call -> call.user.equals(user)).forEach(Call::end);
    }
}
