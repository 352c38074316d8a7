package dev.guildhall.app.queue;

import static org.assertj.core.api.Assertions.fail;

import dev.guildhall.app.TestPostgres;
import dev.guildhall.core.Core;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.core.inmemory.Pbkdf2PasswordHasher;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.testkit.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Nodes in processes of their own, and a client that submits and reads tasks. Confined to the test's thread. */
final class QueueCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final Duration SLOW_LOOK = Duration.ofMillis(20);

    private final Caller.User user = new Caller.User(
            new UserId(UserId.EXTERNAL + Sample.id("ada")),
            new ProfileId(Sample.id("prf")),
            new SessionId(Sample.id("ses")),
            Set.of(Role.USER));
    private final Path folder;
    private final DatabaseUrl url = TestPostgres.newDatabase();
    private final Database database = Database.open(url, QueueNode.BOX);
    private final Core core = Core.of(parts -> parts.stores(database.stores())
            .passwordHasher(new Pbkdf2PasswordHasher(SystemTime.SECRETS, 1))
            .unknownTaskTypes(UnknownTaskTypes.AGENT));
    private final List<NodeProcess> nodes = new ArrayList<>();

    QueueCluster(Path folder) {
        this.folder = folder;
    }

    Caller.User user() {
        return user;
    }

    Core core() {
        return core;
    }

    TaskStore store() {
        return database.stores().tasks();
    }

    /** Starts a node. */
    NodeProcess launch(Duration lease, int workers) {
        NodeProcess node = NodeProcess.launch(folder, "node" + nodes.size(), url, lease, workers);
        nodes.add(node);
        return node;
    }

    /** All nodes that were ever started. */
    List<NodeProcess> nodes() {
        return nodes;
    }

    WorkHistory history() {
        return WorkHistory.of(nodes);
    }

    /** Submits tasks. */
    List<TaskId> enqueue(Stream<Map<String, Object>> inputs) {
        List<NewTask> tasks = inputs.map(input -> new NewTask(
                        new TaskId(Sample.id("task")),
                        user.userId(),
                        Actor.of(user),
                        TaskSpec.of(ScriptedWork.TYPE, input),
                        Optional.empty()))
                .toList();
        return store().enqueue(tasks, 0).kept().orElseThrow().stream()
                .map(Task::id)
                .toList();
    }

    /** The tasks when all have ended, each as it was when its end was first read. */
    Map<TaskId, Task> awaitEnds(Collection<TaskId> ids) {
        Map<TaskId, Task> ended = new LinkedHashMap<>();
        eventually("the end of " + ids.size() + " tasks", SLOW_LOOK, () -> {
            List<TaskId> open =
                    ids.stream().filter(id -> !ended.containsKey(id)).toList();
            store().findAll(open).stream()
                    .filter(task -> task.status().isFinal())
                    .forEach(task -> ended.put(task.id(), task));
            return ended.size() == ids.size();
        });
        return ended;
    }

    static void eventually(String what, BooleanSupplier comesTrue) {
        eventually(what, LOOK, comesTrue);
    }

    private static void eventually(String what, Duration look, BooleanSupplier comesTrue) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!comesTrue.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                fail(what + " did not come within " + PATIENCE);
            }
            LockSupport.parkNanos(look.toNanos());
        }
    }

    @Override
    public void close() {
        nodes.forEach(NodeProcess::close);
        database.close();
    }
}
