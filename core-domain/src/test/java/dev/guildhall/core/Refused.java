package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The problem of a refused call. */
public final class Refused {
    private Refused() {}

    /** The problem of a call that must be refused. */
    public static Problem by(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(Refusal.class);
        return ((Refusal) thrown).problem();
    }
}
