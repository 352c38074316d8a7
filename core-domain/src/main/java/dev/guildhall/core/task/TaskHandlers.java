package dev.guildhall.core.task;

import dev.guildhall.core.telemetry.FailureLog;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskHandler;
import dev.guildhall.ports.task.TaskType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The handlers of the program that embeds the core, one for each type of task. */
public final class TaskHandlers implements TaskExecutor {
    private static final FailureLog LOG = new FailureLog(TaskHandlers.class);

    private static final TaskError NO_OUTPUT = new TaskError("INVALID_OUTPUT", "output: is null", ErrorKind.INTERNAL);

    private record Handler(Optional<Retry> retry, Set<Class<? extends Exception>> on, TaskHandler work) {
        boolean isRetried(Exception failure) {
            return retry.isPresent() && (on.isEmpty() || on.stream().anyMatch(type -> type.isInstance(failure)));
        }
    }

    private final Map<TaskType, Handler> handlers = new LinkedHashMap<>();

    /**
     * Adds a handler.
     *
     * @param retry absent means that a task which fails is not tried again
     * @param on the exceptions after which a task is tried again; none means all
     * @throws IllegalArgumentException when the type has a handler or is built in
     */
    public void add(TaskType type, Optional<Retry> retry, Set<Class<? extends Exception>> on, TaskHandler work) {
        if (TaskTypes.BUILT_IN.contains(type)) {
            throw new IllegalArgumentException("task type " + type.value() + ": is built in");
        }
        if (handlers.putIfAbsent(type, new Handler(retry, Set.copyOf(on), work)) != null) {
            throw new IllegalArgumentException("task type " + type.value() + ": has two handlers");
        }
    }

    @Override
    public boolean takes(TaskType type) {
        return handlers.containsKey(type);
    }

    /** When the tasks of that type are tried again; absent for types without a rule. */
    Optional<Retry> retry(TaskType type) {
        return Optional.ofNullable(handlers.get(type)).flatMap(Handler::retry);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) throws InterruptedException {
        Handler handler = Optional.ofNullable(handlers.get(task.spec().type())).orElseThrow();
        try {
            Optional<Map<String, ?>> output = Optional.ofNullable(handler.work().handle(owner, task));
            return Collections.unmodifiableMap(output.orElseThrow(() -> TaskErrors.refusal(NO_OUTPUT, false)));
        } catch (InterruptedException | Refusal told) {
            throw told;
        } catch (Exception failure) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LOG.failed("task " + task.id().value() + ", attempt " + task.attempts(), failure);
            throw TaskErrors.refusal(TaskErrors.INTERNAL, handler.isRetried(failure));
        }
    }
}
