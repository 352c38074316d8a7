package dev.guildhall.core.task;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.telemetry.FailureLog;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.apikey.LiveApiKey;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the executor of a task, and turns its outcome into the end of an attempt. */
public final class TaskExecutors {
    private static final FailureLog LOG = new FailureLog(TaskExecutors.class);

    private final InstantSource clock;
    private final AccountRoles roles;
    private final ApiKeyStore keys;
    private final Threads threads;
    private final List<TaskExecutor> ofProgram;
    private final List<TaskExecutor> builtIn;
    private final TaskLimits limits;

    /**
     * The first executor that takes a type carries its tasks out.
     *
     * @param ofProgram come before the built-in ones, and run separately from the core
     */
    public TaskExecutors(
            InstantSource clock,
            AccountRoles roles,
            ApiKeyStore keys,
            Threads threads,
            List<TaskExecutor> ofProgram,
            List<TaskExecutor> builtIn,
            TaskLimits limits) {
        this.clock = clock;
        this.roles = roles;
        this.keys = keys;
        this.threads = threads;
        this.ofProgram = List.copyOf(ofProgram);
        this.builtIn = List.copyOf(builtIn);
        this.limits = limits;
    }

    /**
     * Carries an attempt out.
     *
     * @throws InterruptedException when the thread was interrupted: the outcome is not known
     */
    AttemptEnd.Result execute(Task task) throws InterruptedException {
        try {
            return resultOf(task);
        } catch (TaskWaits waits) {
            return new AttemptEnd.Wait(waits.most());
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof CommonProblem.Cancelled
                    || Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            return ended(task, TaskErrors.of(refusal.problem()));
        } catch (RuntimeException | Error bug) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LOG.failed("task " + task.id().value(), bug);
            return new AttemptEnd.Final(new TaskState.Failed(TaskErrors.INTERNAL));
        }
    }

    /**
     * The end of an attempt whose executor was cancelled although the node did not interrupt it: a call that it made
     * was cancelled.
     */
    AttemptEnd.Result gaveUp(Task task) {
        return ended(task, TaskErrors.of(new CommonProblem.Cancelled()));
    }

    private AttemptEnd.Result resultOf(Task task) throws InterruptedException {
        Caller.User owner = callerOf(task);
        TaskTypes.requireReach(owner, task.spec().type());
        if (task.spec().type().equals(TaskTypes.WAIT)) {
            return WaitInput.of(task).begun(clock.instant());
        }
        return task.spec().type().equals(TaskTypes.SLEEP)
                ? sleep(task)
                : new AttemptEnd.Final(new TaskState.Completed(outputOf(owner, task)));
    }

    /** A task that only waits holds no slot (tasks-9). */
    private static AttemptEnd.Result sleep(Task task) {
        long ms = Inputs.wholeNumber(task, "ms", 0, TaskSpec.LONGEST.toMillis());
        TaskState.Completed outcome = new TaskState.Completed(Map.of("ms", ms));
        return ms == 0 ? new AttemptEnd.Final(outcome) : new AttemptEnd.Sleep(outcome, Duration.ofMillis(ms));
    }

    private Map<String, Object> outputOf(Caller.User owner, Task task) throws InterruptedException {
        TaskType type = task.spec().type();
        Optional<TaskExecutor> foreign = first(ofProgram, type);
        Map<String, Object> output = json(
                foreign.isPresent()
                        ? executedSeparately(foreign.get(), owner, task)
                        : first(builtIn, type)
                                .orElseThrow(() -> notAvailable("no node here carries out tasks of this type"))
                                .execute(owner, task));
        if (JsonText.of(output).length() > limits.outputCharacters()) {
            throw TaskErrors.refusal(
                    new TaskError(
                            "OUTPUT_TOO_LARGE",
                            "the output is longer than " + limits.outputCharacters() + " characters",
                            ErrorKind.TOO_LARGE),
                    false);
        }
        return output;
    }

    private static Optional<TaskExecutor> first(List<TaskExecutor> executors, TaskType type) {
        return executors.stream().filter(one -> one.takes(type)).findFirst();
    }

    private Map<String, Object> executedSeparately(TaskExecutor executor, Caller.User owner, Task task)
            throws InterruptedException {
        return threads.separately(() -> executor.execute(owner, task));
    }

    /** The code of an executor is not ours: what it returns is checked before anything is written. */
    private static Map<String, Object> json(Map<String, Object> output) {
        Optional<String> fault = output == null ? Optional.of("output: is null") : JsonData.fault("output", output);
        fault.ifPresent(found -> {
            throw TaskErrors.refusal(new TaskError("INVALID_OUTPUT", found, ErrorKind.INTERNAL), false);
        });
        return JsonData.repairedObject(output);
    }

    /**
     * A task's owner as a caller with the owner's current permissions, in a session that is the task, and restricted to
     * the task's tools and to what its API key may reach.
     */
    private Caller.User callerOf(Task task) {
        Set<Role> now = roles.of(task.owner())
                .orElseThrow(() -> notAvailable("the account of the task's owner has been deleted or disabled"));
        Optional<LiveApiKey> key = task.actor().keyId().map(this::live);
        Caller.User owner = new Caller.User(
                        task.owner(),
                        task.actor().profileId(),
                        new SessionId(task.id().value()),
                        now,
                        key.flatMap(known -> known.key().scope().tools()).map(AllowedTools::new),
                        key.map(LiveApiKey::ofCaller))
                .afterHops(task.actor().hops());
        return TaskTools.isRestricted(task.spec())
                ? owner.restrictedTo(task.spec().tools())
                : owner;
    }

    private LiveApiKey live(ApiKeyId id) {
        return keys.live(List.of(id), clock.instant()).stream()
                .findFirst()
                .orElseThrow(() -> TaskErrors.refusal(
                        new TaskError(
                                "UNAUTHENTICATED",
                                "the API key with which the task was submitted was revoked or has expired",
                                ErrorKind.UNAUTHENTICATED),
                        false));
    }

    private static Refusal notAvailable(String what) {
        return TaskErrors.refusal(new TaskError("NOT_AVAILABLE", what, ErrorKind.NOT_OFFERED), false);
    }

    private AttemptEnd.Result ended(Task task, TaskErrors.Failure failure) {
        return failure.end(task, limits.attempts());
    }
}
