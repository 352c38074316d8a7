package dev.guildhall.core.run;

import dev.guildhall.core.idempotency.Idempotency;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.task.RunInput;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunFilter;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Starts, shows and cancels runs, and approves their screenshots. */
public final class RunService implements Runs {
    private static final String OPERATION = "run.start";
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final int EVENTS_AT_ONCE = 500;

    private final RunParts parts;
    private final Idempotency once;
    private final ScreenshotApprovals approvals;

    public RunService(RunParts parts) {
        this.parts = parts;
        this.once = new Idempotency(parts.clock(), parts.stores());
        this.approvals = new ScreenshotApprovals(parts);
    }

    @Override
    @SuppressWarnings("try") // The work is only held.
    public Started start(Caller caller, RunRequest request, Optional<IdempotencyKey> key) {
        try (Threads.Work work = parts.threads().begin()) {
            return start(caller.requireUser(), request, key);
        }
    }

    private Started start(Caller.User user, RunRequest request, Optional<IdempotencyKey> key) {
        Suite suite =
                parts.catalog().read(request.suite()).orElseThrow(() -> new Refusal(new RunProblem.SuiteNotFound()));
        RunRequest whole = request.completedBy(suite);
        parts.runner().unavailable().ifPresent(why -> {
            throw new Refusal(new RunProblem.ContainerError(why));
        });
        parts.requireReachable(request.target());
        RunId id = new RunId(parts.ids().next("run"));
        if (key.isEmpty()) {
            return new Started(create(user, id, whole), false);
        }
        IdempotencyStore.Entry entry = new IdempotencyStore.Entry(
                new IdempotencyStore.Key(user.userId(), OPERATION, key.get()), digest(request), id.value());
        return once.run(
                entry,
                () -> new Started(create(user, id, whole), false),
                first -> new Started(asCreated(existing(new RunId(first))), true));
    }

    /** A digest of the client's request: the suite's defaults may change between two requests. */
    private static String digest(RunRequest request) {
        Map<String, Object> asked = new LinkedHashMap<>(RunInput.of(request));
        asked.put("only", request.only().stream().map(TestName::label).toList());
        return JsonDigest.of(asked);
    }

    /** The first response again: a queued run. */
    private static Run asCreated(Run run) {
        return Run.queued(run.id(), run.startedBy(), run.taskId(), run.request(), run.createdAt());
    }

    private Run create(Caller.User user, RunId id, RunRequest request) {
        TaskId taskId = new TaskId(parts.ids().next("task"));
        Run run = Run.queued(id, user.userId(), taskId, request, parts.clock().instant());
        Duration ttl = request.options()
                .runTimeout()
                .orElse(Duration.ZERO)
                .plus(parts.limits().queued());
        TaskSpec spec =
                new TaskSpec(TaskType.TEST_RUN, RunInput.of(request), List.of(), TaskSpec.DEFAULT_PRIORITY, ttl);
        NewTask task = new NewTask(taskId, user.userId(), Actor.of(user), spec, Optional.empty());
        return parts.stores().transactions().inTransaction(() -> {
            if (!parts.runs().add(run)) {
                throw new Refusal(new RunProblem.RunInProgress());
            }
            long capacity = parts.queueCapacity();
            return switch (parts.stores().tasks().enqueue(List.of(task), capacity)) {
                case Enqueued.Kept(List<Task> kept)
                when kept.isEmpty() ->
                    throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
                case Enqueued.Kept ignored -> run;
                case Enqueued.Duplicate(TaskId holder) ->
                    throw new IllegalStateException("a run has no key, but " + holder + " has it");
                case Enqueued.Full(var bound) -> throw new Refusal(new TaskProblem.QueueFull(bound, capacity, RETRY));
            };
        });
    }

    @Override
    public Started rerun(Caller caller, RunId id, boolean onlyFailed, Optional<IdempotencyKey> key) {
        Run run = find(caller, id).run();
        if (!run.state().status().isFinal()) {
            throw new Refusal(new CommonProblem.Conflict("the run has not ended yet"));
        }
        List<TestName> only = onlyFailed ? toRepeat(run) : run.request().only();
        RunRequest before = run.request();
        return start(
                caller,
                new RunRequest(before.suite(), before.target(), before.browsers(), before.options(), only),
                key);
    }

    /** When a run ended before its tests were known, all tests are repeated. */
    private List<TestName> toRepeat(Run run) {
        List<TestResult> tests = parts.runs().tests(run.id());
        if (tests.isEmpty()) {
            return run.request().only();
        }
        List<TestName> failed = tests.stream()
                .filter(test -> test.isNotRun() || test.status() == TestStatus.FAILED)
                .map(TestResult::test)
                .toList();
        if (failed.isEmpty()) {
            throw new Refusal(new CommonProblem.Conflict("no test of the run failed"));
        }
        return failed;
    }

    @Override
    public Report find(Caller caller, RunId id) {
        caller.requireUser();
        Run run = existing(id);
        return report(run, parts.runs().tests(id));
    }

    private Report report(Run run, List<TestResult> tests) {
        return new Report(run, tests, RunLifecycle.duration(run, parts.clock().instant()));
    }

    private Run existing(RunId id) {
        return parts.runs().find(id).orElseThrow(() -> new Refusal(new RunProblem.RunNotFound()));
    }

    @Override
    public Page<Report> list(Caller caller, RunFilter filter, PageRequest page) {
        caller.requireUser();
        Page<Run> found = parts.runs().list(filter, page);
        return new Page<>(
                found.items().stream().map(run -> report(run, List.of())).toList(), found.next());
    }

    @Override
    public Report cancel(Caller caller, RunId id) {
        caller.requireUser();
        Run run = existing(id);
        Run after = parts.stores().transactions().inTransaction(() -> {
            parts.stores().tasks().end(run.taskId(), new TaskState.Cancelled(), Optional.empty());
            Run ended = parts.runs()
                    .end(id, new RunState.Cancelled(), parts.clock().instant())
                    .orElseThrow(() -> new Refusal(new RunProblem.RunNotFound()));
            if (!(ended.state() instanceof RunState.Cancelled)) {
                String how = ended.state() instanceof RunState.Failed ? "failed" : "completed";
                throw new Refusal(new CommonProblem.Conflict("the run has " + how + " already"));
            }
            return ended;
        });
        return report(after, parts.runs().tests(id));
    }

    @Override
    public List<ListedScreenshot> screenshots(Caller caller, RunId id) {
        caller.requireUser();
        Run run = existing(id);
        List<Screenshot> found = parts.runs().screenshots(id);
        Set<Sha256> images = found.stream()
                .filter(one -> one.verdict() == Screenshot.Verdict.DIFFERENT)
                .flatMap(one -> one.baseline().stream())
                .collect(Collectors.toSet());
        List<Baseline> compared = images.isEmpty()
                ? List.of()
                : parts.baselines().withImages(run.request().suite(), images);
        return found.stream()
                .map(one -> new ListedScreenshot(one, baselineBrowser(one, compared)))
                .toList();
    }

    private static Optional<String> baselineBrowser(Screenshot screenshot, List<Baseline> baselines) {
        if (screenshot.verdict() != Screenshot.Verdict.DIFFERENT
                || screenshot.browserVersion().isEmpty()) {
            return Optional.empty();
        }
        return baselines.stream()
                .filter(baseline -> baseline.key().equals(screenshot.key())
                        && screenshot.baseline().equals(Optional.of(baseline.image())))
                .map(Baseline::browserVersion)
                .findFirst()
                .filter(version -> !version.isEmpty() && !version.equals(screenshot.browserVersion()));
    }

    @Override
    public Screenshot approve(Caller caller, RunId id, ScreenshotName screenshot, boolean force) {
        Caller.User user = caller.requireUser();
        Run run = ended(id);
        Screenshot found = ScreenshotNames.screenshot(screenshot, compared(id));
        approvals.approve(user.userId(), run, List.of(found), force);
        return compared(id).stream()
                .filter(one -> one.key().equals(found.key()) && one.approval().isPresent())
                .findFirst()
                .orElseThrow(() -> new Refusal(new RunProblem.BaselineChanged()));
    }

    private Run ended(RunId id) {
        Run run = existing(id);
        if (!run.state().status().isFinal()) {
            throw new Refusal(new RunProblem.RunInProgress());
        }
        return run;
    }

    /** Screenshots that a test only attached cannot be approved. */
    private List<Screenshot> compared(RunId id) {
        return parts.runs().screenshots(id).stream()
                .filter(one -> one.verdict() != Screenshot.Verdict.ATTACHED)
                .toList();
    }

    @Override
    public Approvals approveAll(Caller caller, RunId id, Optional<Set<ScreenshotName>> names, boolean force) {
        Caller.User user = caller.requireUser();
        Run run = ended(id);
        List<Screenshot> compared = compared(id);
        Map<ScreenshotName, List<Screenshot>> named = names.orElse(Set.of()).stream()
                .collect(Collectors.toMap(Function.identity(), name -> ScreenshotNames.screenshots(name, compared)));
        Set<Screenshot> wanted = named.values().stream().flatMap(List::stream).collect(Collectors.toSet());
        List<Screenshot> chosen = compared.stream()
                .filter(one -> names.isPresent() ? wanted.contains(one) : !one.isPassed())
                .toList();
        approvals.approve(user.userId(), run, chosen, force);
        Set<Screenshot.Key> keys = chosen.stream().map(Screenshot::key).collect(Collectors.toSet());
        Map<Boolean, List<Screenshot>> isApproved = compared(id).stream()
                .filter(one -> keys.contains(one.key()))
                .collect(Collectors.partitioningBy(one -> one.approval().isPresent()));
        List<String> unknown = names.orElse(Set.of()).stream()
                .filter(name -> named.getOrDefault(name, List.of()).isEmpty())
                .map(ScreenshotName::name)
                .toList();
        return new Approvals(
                isApproved.getOrDefault(true, List.of()), isApproved.getOrDefault(false, List.of()), unknown);
    }

    @Override
    public List<Artifact> artifacts(Caller caller, RunId id) {
        caller.requireUser();
        existing(id);
        return parts.runs().artifacts(id);
    }

    @Override
    public Optional<Content> open(Caller caller, RunId id, Sha256 content) {
        caller.requireUser();
        existing(id);
        return parts.runs().refers(id, content) ? parts.content(content) : Optional.empty();
    }

    @Override
    public void watch(Caller caller, RunId id, int after, Consumer<NumberedEvent> listener) {
        caller.requireUser();
        int delivered = after;
        try {
            while (true) {
                // The state is read before the events: events that follow are read in the next round.
                boolean ended = existing(id).state().status().isFinal();
                List<NumberedEvent> events = parts.runs().events(id, delivered, EVENTS_AT_ONCE);
                for (NumberedEvent event : events) {
                    listener.accept(event);
                    delivered = event.number();
                }
                if (events.size() < EVENTS_AT_ONCE) {
                    if (ended) {
                        return;
                    }
                    parts.ticker().pause(parts.limits().poll());
                }
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }
}
