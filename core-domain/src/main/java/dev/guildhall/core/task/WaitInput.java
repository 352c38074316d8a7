package dev.guildhall.core.task;

import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The input of a task that waits (tasks-42).
 *
 * @param until when it completes without a signal; absent means never
 * @param timeout how long after its start it fails without a signal; absent means never
 */
record WaitInput(Optional<Instant> until, Optional<Duration> timeout) {
    private static final TaskError TIMED_OUT =
            new TaskError("WAIT_TIMEOUT", "no signal came in time", ErrorKind.TIMED_OUT);

    /** Longer than any task lives. */
    private static final Duration FOR_EVER = TaskSpec.LONGEST.multipliedBy(2);

    private static final int MAX_SIGNAL = 200;

    static List<Violation> violations(Map<String, Object> input) {
        List<Violation> violations = new ArrayList<>();
        Object signal = input.get("signal");
        if (signal != null && !(signal instanceof String name && !name.isBlank() && name.length() <= MAX_SIGNAL)) {
            violations.add(new Violation("input.signal", "must be a text of 1 to " + MAX_SIGNAL + " characters"));
        }
        if (input.get("until") != null && time(input.get("until")).isEmpty()) {
            violations.add(new Violation("input.until", "must be a timestamp such as 2030-01-31T12:00:00Z"));
        }
        if (input.get("timeoutSeconds") != null
                && seconds(input.get("timeoutSeconds")).isEmpty()) {
            violations.add(
                    new Violation("input.timeoutSeconds", "must be a number of 0 to " + TaskSpec.LONGEST.toSeconds()));
        }
        return violations;
    }

    static WaitInput of(Task task) {
        Map<String, Object> input = task.spec().input();
        violations(input).stream().findFirst().ifPresent(fault -> {
            throw TaskErrors.invalid(fault.field(), fault.message());
        });
        return new WaitInput(time(input.get("until")), seconds(input.get("timeoutSeconds")));
    }

    private static Optional<Instant> time(@Nullable Object value) {
        try {
            return value instanceof String text
                    ? Optional.of(OffsetDateTime.parse(text).toInstant())
                    : Optional.empty();
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> seconds(@Nullable Object value) {
        return value instanceof Number number
                        && number.doubleValue() >= 0
                        && number.doubleValue() <= TaskSpec.LONGEST.toSeconds()
                ? Optional.of(Duration.ofMillis(Math.round(number.doubleValue() * 1000)))
                : Optional.empty();
    }

    /** What a task outputs that got a signal, or the time of which came. */
    static TaskState.Completed outcome(@Nullable Object payload) {
        return new TaskState.Completed(Collections.singletonMap("payload", payload));
    }

    /** How the attempt ends that begins now: it goes on without a holder, unless its time has come. */
    AttemptEnd.Result begun(Instant now) {
        Optional<Duration> rest = until.map(end -> Duration.between(now, end));
        boolean isTimed = rest.filter(
                        left -> timeout.filter(most -> most.compareTo(left) < 0).isEmpty())
                .isPresent();
        TaskState.Ended outcome = isTimed || timeout.isEmpty() ? outcome(null) : new TaskState.Failed(TIMED_OUT);
        Duration wait = isTimed ? rest.orElse(FOR_EVER) : timeout.orElse(FOR_EVER);
        return wait.isPositive()
                ? new AttemptEnd.Sleep(outcome, wait.compareTo(FOR_EVER) < 0 ? wait : FOR_EVER)
                : new AttemptEnd.Final(outcome);
    }
}
