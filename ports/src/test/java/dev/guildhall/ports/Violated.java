package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The fields that a refusal names. */
public final class Violated {
    private Violated() {}

    /** The fields that the refusal names when the value is created. */
    public static List<String> fieldsOf(ThrowingCallable making) {
        Throwable thrown = catchThrowable(making);
        assertThat(thrown).isInstanceOf(Refusal.class);
        assertThat(((Refusal) thrown).problem()).isInstanceOf(CommonProblem.Invalid.class);
        return ((CommonProblem.Invalid) ((Refusal) thrown).problem())
                .violations().stream().map(Violation::field).toList();
    }
}
