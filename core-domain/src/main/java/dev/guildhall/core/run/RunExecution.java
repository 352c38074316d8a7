package dev.guildhall.core.run;

import dev.guildhall.core.task.RunInput;
import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskWorkers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Executes one run on this node, and ends it together with its task. Used once. */
final class RunExecution {
    private static final Logger LOG = System.getLogger(RunExecution.class.getName());
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);
    /** After this many attempts in an outage of the database this node abandons the run. */
    private static final int MOST_ATTEMPTS = 120;

    private final RunParts parts;
    private final Task task;
    private final LeaseId lease;
    private final AtomicReference<Optional<Stop>> stopped = new AtomicReference<>(Optional.empty());
    private volatile Optional<Thread> running = Optional.empty();
    private volatile Optional<RunEvent> previous = Optional.empty();

    /** Why a run is stopped from outside. */
    enum Stop {
        /** The lease is lost, or the task has ended: the results of this node do not count any more. */
        LOST,
        /** The run has exceeded its time limit. */
        TIMED_OUT,
        NODE_STOPS
    }

    RunExecution(RunParts parts, Task task, LeaseId lease) {
        this.parts = parts;
        this.task = task;
        this.lease = lease;
    }

    TaskId taskId() {
        return task.id();
    }

    LeaseId lease() {
        return lease;
    }

    /** Stops it; the first reason counts. */
    synchronized void stop(Stop reason) {
        if (stopped.compareAndSet(Optional.empty(), Optional.of(reason))) {
            running.ifPresent(Thread::interrupt);
        }
    }

    private synchronized void runsOn(Optional<Thread> thread) {
        running = thread;
        if (thread.isEmpty()) {
            // A later stop does not interrupt the thread; an earlier one is known by its reason.
            Thread.interrupted();
        }
    }

    /** Blocks until the run has ended, or belongs to another node. */
    void carryOut() throws InterruptedException {
        Optional<Run> known = persistently(this::run);
        if (known.isEmpty()) {
            return;
        }
        Run run = known.get();
        if (!persistently(() -> begin(run))) {
            end(run, new RunState.Failed(RunLifecycle.LOST));
            return;
        }
        Optional<RunState.Ended> end = Optional.empty();
        Thread clock = parts.threads().start("run-timeout", () -> endInTime(run));
        try {
            end = attempt(run);
        } finally {
            clock.interrupt();
        }
        if (end.isPresent()) {
            end(run, end.get());
        }
    }

    /** The run of the task; creates it for a run that was submitted as a task. Empty when that is not possible. */
    private Optional<Run> run() {
        Optional<Run> known = parts.runs().findByTask(task.id());
        if (known.isPresent()) {
            return known;
        }
        try {
            return Optional.of(added());
        } catch (Refusal refused) {
            if (isOutage(refused)) {
                throw refused;
            }
            TaskState.Failed failed =
                    new TaskState.Failed(TaskErrors.of(refused.problem()).error());
            parts.stores().tasks().settle(task.id(), lease, new AttemptEnd.Final(failed));
            return Optional.empty();
        }
    }

    private Run added() {
        RunRequest request = RunInput.read(task.spec().input());
        parts.requireReachable(request.target());
        Suite suite =
                parts.catalog().read(request.suite()).orElseThrow(() -> new Refusal(new RunProblem.SuiteNotFound()));
        Run run = Run.queued(
                new RunId(parts.ids().next("run")),
                task.owner(),
                task.id(),
                request.completedBy(suite),
                parts.clock().instant());
        if (!parts.runs().add(run)) {
            throw new Refusal(new RunProblem.RunInProgress());
        }
        return run;
    }

    /**
     * Returns false when an earlier attempt of the task has begun the run, since the results of its tests are unknown.
     * On the first attempt, a run that is running was begun here, by a call whose response was lost in an outage.
     */
    private boolean begin(Run run) {
        return parts.runs().begin(run.id(), parts.clock().instant())
                || (task.attempts() == 1
                        && parts.runs()
                                .find(run.id())
                                .filter(now -> now.state() instanceof RunState.Running)
                                .isPresent());
    }

    private void endInTime(Run run) {
        try {
            parts.ticker()
                    .pause(run.request()
                            .options()
                            .runTimeout()
                            .orElse(parts.limits().queued()));
            stop(Stop.TIMED_OUT);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** How the run ends; empty when another node decides that. */
    private Optional<RunState.Ended> attempt(Run run) throws InterruptedException {
        Optional<RunError> failed;
        try {
            runsOn(Optional.of(Thread.currentThread()));
            if (stopped.get().isPresent()) {
                throw new InterruptedException();
            }
            failed = perform(run);
        } catch (InterruptedException | RuntimeException ended) {
            return whyStopped(run, ended);
        } finally {
            runsOn(Optional.empty());
        }
        return Optional.of(
                failed.isPresent()
                        ? new RunState.Failed(failed.get())
                        : RunLifecycle.reachedEnd(
                                persistently(() -> parts.runs().tests(run.id()))));
    }

    private Optional<RunState.Ended> whyStopped(Run run, Exception ended) throws InterruptedException {
        if (stopped.get().isEmpty()) {
            if (ended instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            LOG.log(Level.ERROR, "the runner of " + run.id().value() + " failed", ended);
            return Optional.of(new RunState.Failed(
                    new RunError(RunError.Code.RUNNER_CRASHED, "the runner failed; the server's log says why")));
        }
        return switch (stopped.get().get()) {
            case LOST -> Optional.empty();
            case TIMED_OUT -> Optional.of(new RunState.Failed(RunLifecycle.timedOut(run.request())));
            case NODE_STOPS -> Optional.of(new RunState.Failed(RunLifecycle.STOPPED));
        };
    }

    private Optional<RunError> perform(Run run) throws InterruptedException {
        Optional<Suite> suite = parts.catalog().read(run.request().suite());
        Optional<String> invalid = suite.isEmpty()
                ? Optional.of("the suite does not exist")
                : suite.get().error();
        if (invalid.isPresent()) {
            return invalid.map(why -> new RunError(RunError.Code.SUITE_INVALID, why));
        }
        List<Baseline> baselines =
                persistently(() -> parts.baselines().current(suite.get().name()));
        SuiteRunner.Assignment assignment = new SuiteRunner.Assignment(run.id(), suite.get(), run.request(), baselines);
        return parts.runner().run(assignment, event -> record(run, suite.get(), event));
    }

    private void record(Run run, Suite suite, RunEvent event) {
        try {
            AtomicInteger attempts = new AtomicInteger();
            if (!persistently(
                    () -> (attempts.getAndIncrement() > 0 && isStored(run, event)) || store(run, suite, event))) {
                stop(Stop.LOST);
                throw new Refusal(new CommonProblem.Cancelled());
            }
            previous = Optional.of(event);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /**
     * Whether the previous attempt has stored the event, and its response was lost in an outage. When the event before
     * was equal, it may be that one: a repeated text is better than a lost one.
     */
    private boolean isStored(Run run, RunEvent event) {
        Optional<RunEvent> last = parts.runs().lastEvent(run.id()).map(NumberedEvent::event);
        return last.equals(Optional.of(event)) && !last.equals(previous);
    }

    private boolean store(Run run, Suite suite, RunEvent event) {
        return parts.stores().transactions().inTransaction(() -> {
            boolean isStored = parts.runs().record(run.id(), List.of(event));
            if (isStored
                    && event instanceof RunEvent.ScreenshotTaken(Screenshot screenshot)
                    && suite.acceptsNewBaselines()) {
                accept(run, screenshot);
            }
            return isStored;
        });
    }

    /** For a suite that accepts new baselines: a screenshot that passed without a baseline becomes it. */
    private void accept(Run run, Screenshot screenshot) {
        if (screenshot.verdict() == Screenshot.Verdict.PASSED
                && screenshot.baseline().isEmpty()) {
            Run now = parts.runs().find(run.id()).orElse(run);
            Baseline first = new Baseline(
                    run.request().suite(),
                    now.platform(),
                    screenshot.key(),
                    screenshot.image(),
                    Optional.empty(),
                    screenshot.browserVersion(),
                    Optional.of(run.id()),
                    parts.clock().instant(),
                    run.startedBy());
            parts.baselines().replace(first, Optional.empty());
        }
    }

    /** The task and the run end together; when the task belongs to another node, so does the run. */
    private void end(Run run, RunState.Ended state) throws InterruptedException {
        persistently(() -> parts.stores().transactions().inTransaction(() -> {
            Instant now = parts.clock().instant();
            Run last = parts.runs().find(run.id()).orElse(run);
            TaskState.Ended end =
                    RunLifecycle.taskAfter(last, state, parts.runs().tests(run.id()), RunLifecycle.duration(last, now));
            // The lease may have expired in an outage in which no node recovered the task.
            parts.stores().tasks().extend(task.id(), lease, TaskWorkers.LEASE);
            boolean own = parts.stores().tasks().settle(task.id(), lease, new AttemptEnd.Final(end));
            if (own) {
                parts.runs().end(run.id(), state, now);
            }
            return own;
        }));
    }

    private <T> T persistently(Supplier<T> work) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (Refusal refused) {
                if (!isOutage(refused)
                        || attempt == MOST_ATTEMPTS
                        || stopped.get().equals(Optional.of(Stop.LOST))) {
                    throw refused;
                }
                parts.ticker().pause(BETWEEN_ATTEMPTS);
            }
        }
    }

    private static boolean isOutage(Refusal refused) {
        return refused.problem() instanceof CommonProblem.Unavailable;
    }
}
