package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The problem of a refused call. */
public final class Refused {
    private Refused() {}

    /** Makes a call and returns whether it was accepted; a refusal has one of these problems, if any are given. */
    public static Callable<Boolean> orAccepted(Runnable call, Problem... expected) {
        return () -> {
            try {
                call.run();
                return true;
            } catch (Refusal refused) {
                assertThat(expected.length == 0 || List.of(expected).contains(refused.problem()))
                        .isTrue();
                return false;
            }
        };
    }

    /** The problem of a call that must be refused. */
    public static Problem by(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(Refusal.class);
        return ((Refusal) thrown).problem();
    }
}
