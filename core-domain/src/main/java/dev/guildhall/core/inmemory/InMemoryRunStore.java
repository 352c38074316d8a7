package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.NumberedEvent;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunFilter;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunState;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.TestCounts;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.webhook.WebhookEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Test runs in memory, with those that ended last. */
final class InMemoryRunStore implements RunStore {
    private static final int MOST_ENDED = 1_000;

    private record Row(
            Run run,
            Map<TestName, TestResult> tests,
            Map<Screenshot.Key, Screenshot> screenshots,
            Map<String, Artifact> artifacts,
            List<NumberedEvent> events) {
        static Row of(Run run) {
            return new Row(run, Map.of(), Map.of(), Map.of(), List.of());
        }

        boolean isActive() {
            return !run.state().status().isFinal();
        }

        Row with(Run other) {
            return new Row(other, tests, screenshots, artifacts, events);
        }

        Row with(RunEvent event) {
            return switch (event) {
                case RunEvent.Planned planned -> planned(planned);
                case RunEvent.Tested(TestResult result) ->
                    counted(new Row(run, put(tests, result.test(), result), screenshots, artifacts, events));
                case RunEvent.ScreenshotTaken(Screenshot screenshot) -> with(screenshot);
                case RunEvent.ArtifactStored(Artifact artifact) ->
                    new Row(run, tests, screenshots, put(artifacts, artifact.name(), artifact), events);
                case RunEvent.Logged ignored -> this;
                case RunEvent.StatusChanged ignored -> this;
            };
        }

        Row with(Screenshot screenshot) {
            return new Row(run, tests, put(screenshots, screenshot.key(), screenshot), artifacts, events);
        }

        private Row planned(RunEvent.Planned planned) {
            Map<TestName, TestResult> all = new LinkedHashMap<>(tests);
            planned.tests().forEach(test -> all.putIfAbsent(test, TestResult.pending(test)));
            return counted(new Row(on(planned.platform(), run.counts()), all, screenshots, artifacts, events));
        }

        private static Row counted(Row row) {
            return row.with(row.on(row.run.platform(), TestCounts.of(row.tests.values())));
        }

        private Run on(String platform, TestCounts counts) {
            return new Run(
                    run.id(),
                    run.startedBy(),
                    run.taskId(),
                    run.request(),
                    run.state(),
                    platform,
                    counts,
                    run.createdAt(),
                    run.startedAt(),
                    run.completedAt());
        }

        Row withEvents(List<RunEvent> recorded) {
            List<NumberedEvent> more = new ArrayList<>(events);
            for (RunEvent event : recorded) {
                if (!(event instanceof RunEvent.Logged) || more.size() < MOST_EVENTS) {
                    more.add(new NumberedEvent(more.size() + 1, event));
                }
            }
            return new Row(run, tests, screenshots, artifacts, List.copyOf(more));
        }

        private static <K, V> Map<K, V> put(Map<K, V> before, K key, V value) {
            Map<K, V> after = new LinkedHashMap<>(before);
            after.put(key, value);
            return after;
        }

        /** All contents that its events name, including replaced ones. */
        Stream<Sha256> contents() {
            return events.stream().flatMap(event -> contents(event.event()));
        }

        private static Stream<Sha256> contents(RunEvent event) {
            return switch (event) {
                case RunEvent.Tested(TestResult result) -> result.screenshot().stream();
                case RunEvent.ScreenshotTaken(Screenshot one) ->
                    Stream.of(Optional.of(one.image()), one.baseline(), one.diff())
                            .flatMap(Optional::stream);
                case RunEvent.ArtifactStored(Artifact artifact) -> Stream.of(artifact.content());
                case RunEvent.Planned ignored -> Stream.empty();
                case RunEvent.Logged ignored -> Stream.empty();
                case RunEvent.StatusChanged ignored -> Stream.empty();
            };
        }
    }

    private final Stores stores;
    private final InMemoryTransactions transactions;
    private final UndoableMap<RunId, Row> rows;

    public InMemoryRunStore(InMemoryTransactions transactions, Stores stores) {
        this.stores = stores;
        this.transactions = transactions;
        this.rows = new UndoableMap<>(transactions);
    }

    @Override
    public boolean add(Run run) {
        return transactions.guarded(() -> {
            boolean busy = rows.values().stream()
                    .anyMatch(row -> row.isActive()
                            && row.run().request().suite().equals(run.request().suite()));
            if (!busy) {
                rows.put(run.id(), Row.of(run).withEvents(List.of(new RunEvent.StatusChanged(run.state()))));
            }
            return !busy;
        });
    }

    @Override
    public Optional<Run> find(RunId id) {
        return transactions.guarded(() -> rows.get(id).map(Row::run));
    }

    @Override
    public Optional<Run> findByTask(TaskId task) {
        return transactions.guarded(() ->
                rows.where(row -> row.run().taskId().equals(task)).map(Row::run).findFirst());
    }

    @Override
    public Page<Run> list(RunFilter filter, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                rows.where(row -> isWanted(filter, row.run())).map(Row::run).toList(), page, Run::id));
    }

    private static boolean isWanted(RunFilter filter, Run run) {
        return filter.suite().map(run.request().suite()::equals).orElse(true)
                && filter.status().map(wanted -> wanted == run.state().status()).orElse(true)
                && filter.outcome()
                        .map(wanted -> run.state() instanceof RunState.Completed(var outcome) && outcome == wanted)
                        .orElse(true);
    }

    @Override
    public List<Run> active() {
        return transactions.guarded(() ->
                rows.where(Row::isActive).map(Row::run).limit(SuiteCatalog.MOST).toList());
    }

    @Override
    public boolean begin(RunId id, Instant at) {
        return transactions.guarded(() -> change(
                id,
                row -> row.run().state() instanceof RunState.Queued,
                row -> reached(row, new RunState.Running(), at)));
    }

    private static Row reached(Row row, RunState state, Instant at) {
        return row.with(row.run().reached(state, at)).withEvents(List.of(new RunEvent.StatusChanged(state)));
    }

    private boolean change(RunId id, Predicate<Row> when, UnaryOperator<Row> how) {
        Optional<Row> row = rows.get(id).filter(when);
        row.ifPresent(before -> rows.put(id, how.apply(before)));
        return row.isPresent();
    }

    @Override
    public boolean record(RunId id, List<RunEvent> events) {
        return transactions.guarded(() -> change(id, row -> row.run().state() instanceof RunState.Running, row -> {
            Row after = row;
            for (RunEvent event : events) {
                after = after.with(event);
            }
            return after.withEvents(events);
        }));
    }

    @Override
    public Optional<Run> end(RunId id, RunState.Ended state, Instant at) {
        return transactions.guarded(() -> {
            if (change(id, Row::isActive, row -> reached(row, state, at))) {
                keepEnded();
                WebhookEvent event = WebhookEvent.of("run", state.status());
                find(id).ifPresent(run -> stores.webhooks().publish(run.startedBy(), event, id.value()));
            }
            return find(id);
        });
    }

    private void keepEnded() {
        List<Row> ended = rows.where(row -> !row.isActive()).toList();
        ended.stream()
                .sorted(Comparator.comparing(row -> row.run().completedAt().orElseThrow()))
                .limit(Math.max(0, ended.size() - MOST_ENDED))
                .forEach(row -> rows.remove(row.run().id()));
    }

    @Override
    public List<TestResult> tests(RunId id) {
        return transactions.guarded(
                () -> rows.get(id).map(row -> List.copyOf(row.tests().values())).orElse(List.of()));
    }

    @Override
    public List<Screenshot> screenshots(RunId id) {
        return transactions.guarded(() ->
                rows.get(id).map(row -> List.copyOf(row.screenshots().values())).orElse(List.of()));
    }

    @Override
    public List<Artifact> artifacts(RunId id) {
        return transactions.guarded(() -> rows.get(id).stream()
                .flatMap(row -> row.artifacts().values().stream())
                .sorted(Comparator.comparing(Artifact::name))
                .toList());
    }

    @Override
    public List<NumberedEvent> events(RunId id, int after, int most) {
        return transactions.guarded(() -> rows.get(id).stream()
                .flatMap(row -> row.events().stream())
                .filter(event -> event.number() > after)
                .limit(most)
                .toList());
    }

    @Override
    public Optional<NumberedEvent> lastEvent(RunId id) {
        return transactions.guarded(() ->
                rows.get(id).map(Row::events).filter(all -> !all.isEmpty()).map(List::getLast));
    }

    @Override
    public boolean approve(RunId id, Screenshot.Key screenshot, Screenshot.Approval approval) {
        return transactions.guarded(() -> {
            Optional<Row> row = rows.get(id);
            Optional<Screenshot> open = row.map(Row::screenshots)
                    .map(all -> all.get(screenshot))
                    .filter(one -> one.approval().isEmpty());
            open.ifPresent(one -> rows.put(id, row.orElseThrow().with(one.approved(approval))));
            return open.isPresent();
        });
    }

    @Override
    public Map<SuiteName, Summary> summaries(List<SuiteName> suites, int averaged) {
        return transactions.guarded(() -> suites.stream()
                .flatMap(suite -> newestFirst(suite).limit(1))
                .map(Row::run)
                .collect(Collectors.toMap(
                        run -> run.request().suite(),
                        run -> new Summary(run, average(run.request().suite(), averaged)))));
    }

    private Stream<Row> newestFirst(SuiteName suite) {
        return rows.where(row -> row.run().request().suite().equals(suite))
                .sorted(Comparator.comparing((Row row) -> row.run().id().value())
                        .reversed());
    }

    private Stream<Row> completed(SuiteName suite, int most) {
        return newestFirst(suite)
                .filter(row -> row.run().state() instanceof RunState.Completed)
                .limit(most);
    }

    private Optional<Duration> average(SuiteName suite, int most) {
        OptionalDouble millis = completed(suite, most)
                .mapToLong(row -> Math.max(0, duration(row.run()).toMillis()))
                .average();
        return millis.isPresent() ? Optional.of(Duration.ofMillis((long) millis.getAsDouble())) : Optional.empty();
    }

    private static Duration duration(Run run) {
        return run.startedAt()
                .flatMap(start -> run.completedAt().map(end -> Duration.between(start, end)))
                .orElse(Duration.ZERO);
    }

    @Override
    public List<TestResult> history(SuiteName suite, int most) {
        return transactions.guarded(() -> completed(suite, most)
                .flatMap(row -> row.tests().values().stream())
                .toList());
    }

    @Override
    public int prune(Instant before, int most) {
        return transactions.guarded(() -> rows.removeWhere(
                row -> row.run().completedAt().filter(before::isAfter).isPresent(), most));
    }

    @Override
    public boolean refers(RunId id, Sha256 content) {
        return transactions.guarded(
                () -> rows.get(id).stream().flatMap(Row::contents).anyMatch(content::equals));
    }

    @Override
    public Set<Sha256> used(Set<Sha256> some) {
        return transactions.guarded(() -> {
            Set<Sha256> ofRuns = rows.values().stream().flatMap(Row::contents).collect(Collectors.toSet());
            return some.stream().filter(ofRuns::contains).collect(Collectors.toSet());
        });
    }

    @Override
    public Map<RunStatus, Long> counts(UserId startedBy, Set<RunStatus> statuses, int most) {
        return transactions.guarded(() -> rows.values().stream()
                .map(Row::run)
                .filter(run -> run.startedBy().equals(startedBy)
                        && statuses.contains(run.state().status()))
                .collect(Collectors.groupingBy(
                        run -> run.state().status(),
                        Collectors.collectingAndThen(Collectors.counting(), count -> Math.min(count, most)))));
    }

    @Override
    public Map<Outcome, Long> outcomes(UserId startedBy, int most) {
        return transactions.guarded(() -> rows.values().stream()
                .map(Row::run)
                .filter(run -> run.startedBy().equals(startedBy))
                .flatMap(run -> run.state() instanceof RunState.Completed(Outcome outcome)
                        ? Stream.of(outcome)
                        : Stream.empty())
                .limit(most)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
    }
}
