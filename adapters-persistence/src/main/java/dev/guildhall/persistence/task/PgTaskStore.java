package dev.guildhall.persistence.task;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Erasure;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.DirectDispatch;
import dev.guildhall.ports.task.Enqueued;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.NodeDetails;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.QueueDepth;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.SettleAndClaimResult;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskHint;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskQueue.Ending;
import dev.guildhall.ports.task.TaskQueue.Subscription;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.WorkerScope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The task queue in PostgreSQL, which any number of nodes share. Statements in a caller's transaction use the
 * connection of that transaction; all others use the queue's own connections, whose statements have fixed plans.
 */
public final class PgTaskStore implements TaskStore {
    private static final String END = """
        WITH gone AS (
            DELETE FROM task_queue
            WHERE id = :id
                AND (CAST(:fence AS integer) IS NULL OR (fence = :fence AND (state IN (3, 4) OR held)))
            RETURNING *
        )
        %s%s
        RETURNING t.*
        """.formatted(
                    TaskRows.PUBLISH.formatted(":state"), TaskRows.END.formatted(":state", "nullif(:result, '')"));

    private static final int MOST_WOKEN = 500;

    private final Db db;
    private final Db queue;
    private final QueueEvents events;
    private final TaskPages pages;
    private final TaskAdmission admission;
    private final EnqueueBatcher batcher;
    private final TaskClaims claims;
    private final WorkerLeases workers;
    private final NodeLeases nodes;
    private final TaskSweeps sweeps;
    private final ConcurrencyKeys keys;

    /**
     * Opens the queue for a node.
     *
     * @param db the connections of the callers' transactions
     * @param queue the connections for all other statements
     */
    public PgTaskStore(Db db, Db queue, QueueEvents events) {
        this.db = db;
        this.queue = queue;
        this.events = events;
        pages = new TaskPages(db);
        admission = new TaskAdmission(queue, events);
        batcher = new EnqueueBatcher(queue, admission);
        claims = new TaskClaims(queue, events.nodeMark());
        workers = new WorkerLeases(queue, events.nodeMark(), events.workerMark());
        nodes = new NodeLeases(queue);
        keys = new ConcurrencyKeys(queue, events);
        sweeps = new TaskSweeps(queue, keys, events.nodeMark(), events.workerMark());
    }

    @Override
    public Enqueued enqueue(List<NewTask> tasks, long capacity, Optional<DirectDispatch> dispatch) {
        if (tasks.isEmpty()) {
            return new Enqueued.Kept(List.of());
        }
        boolean isAlone = db.isOpen()
                || tasks.stream()
                        .anyMatch(task -> task.spec().options().unique().isPresent());
        Enqueued enqueued = isAlone
                ? admission
                        .admit(
                                db.isOpen() ? db : queue,
                                List.of(new EnqueueBatch.Call(tasks, Optional.empty())),
                                capacity)
                        .getFirst()
                : batcher.enqueue(new EnqueueBatch.Call(tasks, dispatch), capacity);
        List<ConcurrencyKeys.Key> taken = enqueued.kept().orElse(List.of()).stream()
                .filter(task -> task.state() instanceof TaskState.Queued(var until) && until.isEmpty())
                .flatMap(task -> ConcurrencyKeys.Key.of(task.owner(), task).stream())
                .toList();
        db.afterCommit(() -> keys.release(taken));
        return enqueued instanceof Enqueued.Kept ? unless(tasks, enqueued, capacity) : enqueued;
    }

    /** The task that has the unique key of the only task, unless this is that task. */
    private Enqueued unless(List<NewTask> tasks, Enqueued kept, long capacity) {
        Optional<String> unique = tasks.getFirst().spec().options().unique();
        if (unique.isEmpty()) {
            return kept;
        }
        NewTask wanted = tasks.getFirst();
        String sql = "SELECT id FROM task_queue WHERE owner = :owner AND unique_key = :key";
        Optional<TaskId> holder = db.find(sql, Map.of("owner", wanted.owner(), "key", unique.get()), TaskId.class);
        boolean isKept = holder.filter(wanted.id()::equals).isPresent()
                || find(wanted.id()).isPresent();
        if (isKept) {
            return kept;
        }
        return holder.<Enqueued>map(Enqueued.Duplicate::new).orElseGet(() -> enqueue(tasks, capacity));
    }

    @Override
    public Optional<Task> find(TaskId id) {
        return db.find(TaskRows.SELECT + "WHERE t.id = :id", Map.of("id", id), TaskRows::task);
    }

    @Override
    public List<Task> findAll(Collection<TaskId> ids) {
        return db.list(TaskRows.SELECT + "WHERE t.id = ANY(:ids)", Map.of("ids", ids), TaskRows::task);
    }

    @Override
    public Page<Task> list(TaskFilter filter, PageRequest page) {
        return pages.list(filter, page);
    }

    @Override
    public Page<Task> running(TaskFilter filter, PageRequest page) {
        return pages.running(filter, page);
    }

    @Override
    public Map<TaskStatus, Long> counts(UserId owner, Set<TaskStatus> statuses, int most) {
        Integer[] states =
                statuses.stream().map(TaskRows::states).flatMap(List::stream).toArray(Integer[]::new);
        Map<Integer, Long> counts = db.map(
                TaskPages.COUNTS,
                Map.of("owner", owner, "states", states, "most", most),
                (row, _) -> Map.entry(row.getInt("state"), row.getLong("tasks")));
        return statuses.stream()
                .map(status -> Map.entry(
                        status,
                        Math.min(
                                most,
                                TaskRows.states(status).stream()
                                        .mapToLong(state -> counts.getOrDefault(state, 0L))
                                        .sum())))
                .filter(count -> count.getValue() > 0)
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Override
    public SettleAndClaimResult settleAndClaim(SettleAndClaim request) {
        TaskClaims.Taken taken = claims.settleAndClaim(request);
        SettleAndClaimResult result = taken.result();
        List<TaskId> ended = new ArrayList<>();
        boolean back = false;
        for (int i = 0; i < result.accepted().size(); i++) {
            AttemptEnd end = request.ended().get(i);
            if (result.accepted().get(i)) {
                ended.add(end.taskId());
                back |= isQueued(end.result());
            }
        }
        events.ended(ended);
        keys.release(taken.keys());
        if (taken.unprocessed()) {
            events.unprocessed();
        }
        if (back) {
            back();
        }
        return result;
    }

    @Override
    public Optional<Ending> end(TaskId id, TaskState.Ended state, Optional<Integer> fence) {
        TaskRows.Ended ended = TaskRows.Ended.of(state);
        Optional<Task> changed = db.find(
                END,
                Map.of("id", id, "state", ended.state(), "result", ended.result(), "fence", fence),
                TaskRows::task);
        if (changed.isPresent()) {
            db.afterCommit(() -> {
                tellEnded(List.of(id));
                keys.release(ConcurrencyKeys.Key.of(changed.get().owner(), changed.get()).stream()
                        .toList());
            });
            return changed.map(task -> new Ending(task, true));
        }
        return find(id).filter(task -> task.status().isFinal() && fence.orElse(task.fence()) == task.fence())
                .map(task -> new Ending(task, false));
    }

    @Override
    public void wake(TaskId id) {
        db.inTransaction(() -> {
            boolean woken = db.update(TaskReleases.WAKE, Map.of("id", id)) == 1;
            if (woken) {
                db.afterCommit(() -> wake(MOST_WOKEN));
            }
            return woken;
        });
    }

    /** A task that was to sleep and does not is not ready either. */
    private static boolean isQueued(AttemptEnd.Result result) {
        return result instanceof AttemptEnd.Again
                || result instanceof AttemptEnd.GivenBack
                || result instanceof AttemptEnd.Wait;
    }

    private void back() {
        events.ready(LowWaterMark.BOTTOM);
    }

    /** The second hint has no effect when none of the tasks is a step of a workflow. */
    private void tellEnded(List<TaskId> ids) {
        events.ended(ids);
        events.unprocessed();
    }

    @Override
    public boolean isDue() {
        return sweeps.isDue();
    }

    @Override
    public List<TaskId> expire(TaskError error, int most) {
        List<TaskId> expired = sweeps.expire(error, most);
        if (!expired.isEmpty()) {
            tellEnded(expired);
        }
        return expired;
    }

    @Override
    public List<Task> endSleeping(int most) {
        List<Task> ended = sweeps.endSleeping(most);
        if (!ended.isEmpty()) {
            tellEnded(ended.stream().map(Task::id).toList());
            keys.release(ended.stream()
                    .flatMap(task -> ConcurrencyKeys.Key.of(task.owner(), task).stream())
                    .toList());
        }
        return ended;
    }

    @Override
    public void release(int most) {
        if (sweeps.release(most) > 0) {
            back();
        }
    }

    @Override
    public List<Task> takeForRetry(
            UserId owner, TaskStatus status, Optional<TaskType> type, Optional<Instant> since, int most) {
        String sql = """
            UPDATE ended_tasks SET retried = true
            WHERE id = ANY(ARRAY(
                SELECT id FROM ended_tasks
                WHERE owner = :owner AND state = ANY(:states) AND state >= 6 AND part IS NULL AND NOT retried
                    AND (CAST(:type AS text) IS NULL OR type = :type)
                    AND (CAST(:since AS timestamptz) IS NULL OR completed_at >= :since)
                ORDER BY id LIMIT :most FOR UPDATE SKIP LOCKED))
            RETURNING *
            """;
        Map<String, ?> values = Map.of(
                "owner",
                owner,
                "states",
                TaskRows.states(status).toArray(Integer[]::new),
                "type",
                type,
                "since",
                since,
                "most",
                most);
        return db.list(sql, values, TaskRows::task).stream()
                .sorted(Comparator.comparing(task -> task.id().value()))
                .toList();
    }

    @Override
    public void markRetried(TaskId id) {
        db.update("UPDATE ended_tasks SET retried = true WHERE id = :id AND NOT retried", Map.of("id", id));
    }

    @Override
    public int sleeping(UserId user) {
        return sweeps.sleeping(user);
    }

    @Override
    public int wake(int most) {
        int woken = sweeps.wake(most);
        if (woken > 0) {
            back();
        }
        return woken;
    }

    @Override
    public void describe(NodeId node, NodeDescription description) {
        nodes.describe(node, description);
    }

    @Override
    public List<NodeDetails> nodes() {
        return nodes.nodes();
    }

    @Override
    public List<Task> held(NodeId node) {
        return nodes.held(node);
    }

    @Override
    public List<TaskId> lost(NodeId node, Map<TaskId, Integer> fences) {
        return nodes.lost(node, fences);
    }

    @Override
    public List<TaskId> recover(int attempts, TaskError error, int most) {
        List<TaskId> taken = sweeps.recover(attempts, error, most);
        if (!taken.isEmpty()) {
            tellEnded(taken);
            back();
        }
        return taken;
    }

    @Override
    public boolean renew(NodeId node, Duration lease) {
        return nodes.renew(node, lease);
    }

    @Override
    public void leave(NodeId node) {
        nodes.leave(node);
    }

    @Override
    public List<Task> lease(WorkerScope scope, List<LeaseId> leaseIds, Duration lease) {
        return workers.lease(scope, leaseIds, lease);
    }

    @Override
    public Optional<Instant> extend(TaskId id, LeaseId leaseId, Duration lease) {
        return workers.extend(id, leaseId, lease);
    }

    @Override
    public boolean settle(TaskId id, LeaseId leaseId, AttemptEnd.Result result) {
        if (!(result instanceof AttemptEnd.Final)) {
            TaskAdmission.raise(queue, 1);
        }
        boolean settled = WorkerLeases.settle(db, id, leaseId, result);
        if (settled) {
            db.afterCommit(() -> {
                tellEnded(List.of(id));
                if (isQueued(result)) {
                    back();
                }
            });
        }
        return settled;
    }

    @Override
    public QueueDepth depth() {
        String sql = """
            SELECT q.queued, q.oldest, r.running
            FROM (SELECT count(*) AS queued, min(created_at) AS oldest FROM task_queue WHERE state <= 2) q,
                (SELECT count(*) AS running FROM task_queue WHERE state IN (3, 4)) r
            """;
        return db.one(sql, Map.of(), QueueDepth.class);
    }

    @Override
    public int prune(Instant before, int most) {
        String sql = """
            DELETE FROM ended_tasks WHERE id = ANY(ARRAY(
                SELECT id FROM ended_tasks WHERE completed_at < :before AND part IS NULL
                ORDER BY completed_at LIMIT :most FOR UPDATE SKIP LOCKED))
            """;
        return db.update(sql, Map.of("before", before, "most", most));
    }

    @Override
    public Subscription listen(Consumer<TaskHint> listener) {
        return events.listen(listener);
    }

    @Override
    public List<String> unprocessed(int most) {
        String sql = """
            SELECT part FROM ended_tasks WHERE unsettled GROUP BY part ORDER BY min(completed_at), part LIMIT :most
            """;
        return db.list(sql, Map.of("most", most), String.class);
    }

    @Override
    public Map<TaskId, TaskStatus> unprocessed(String part) {
        return db.map(
                "SELECT id, state FROM ended_tasks WHERE part = :part AND unsettled",
                Map.of("part", part),
                (row, _) -> Map.entry(new TaskId(row.getString("id")), TaskRows.status(row.getInt("state"))));
    }

    @Override
    public void processed(List<TaskId> ids) {
        db.update("UPDATE ended_tasks SET unsettled = false WHERE id = ANY(:ids) AND unsettled", Map.of("ids", ids));
    }

    @Override
    public void removeUnended(UserId owner) {
        db.update("DELETE FROM task_queue WHERE owner = :owner", Map.of("owner", owner));
    }

    /** A task that ends moves from the queue to the ended ones, so the queue comes first. */
    @Override
    public void remove(Collection<TaskId> ids) {
        db.inTransaction(() -> db.update("DELETE FROM task_queue WHERE id = ANY(:ids)", Map.of("ids", ids))
                + db.update("DELETE FROM ended_tasks WHERE id = ANY(:ids)", Map.of("ids", ids)));
    }

    @Override
    public int erase(UserId user, int most) {
        return new Erasure(db, user, most)
                .from("task_queue", "owner")
                .from("ended_tasks", "owner")
                .from("task_kinds", "owner")
                .removed();
    }
}
