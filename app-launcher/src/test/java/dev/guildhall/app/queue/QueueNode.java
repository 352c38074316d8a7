package dev.guildhall.app.queue;

import dev.guildhall.core.Core;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.testkit.Sample;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A process that only executes {@link ScriptedWork}. It ends in order at SIGTERM. */
public final class QueueNode {
    /** The key of all that share a queue. */
    static final SecretBox BOX = new SecretBox(new byte[SecretBox.KEY_BYTES]);

    static final String DATABASE = "QUEUE_NODE_DATABASE";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(15);
    private static final int BUFFERED = 500;
    /** Tasks that wait behind long ones stay on this node, so that a test finds them there. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int HEARTBEATS = 10;

    private QueueNode() {}

    /**
     * The process.
     *
     * @param arguments its name, the file of its log, its lease in milliseconds, and how many tasks it runs at the same
     *     time
     */
    public static void main(String[] arguments) throws Exception {
        endWithParent();
        Thread main = Thread.currentThread();
        Duration lease = Duration.ofMillis(Long.parseLong(arguments[2]));
        int workers = Integer.parseInt(arguments[3]);
        try (Database database = Database.open(DatabaseUrl.parse(System.getenv(DATABASE)), BOX);
                WorkLog log = WorkLog.create(Path.of(arguments[1]))) {
            Core core = core(database, log, arguments[0], limits(lease, workers));
            CountDownLatch closed = new CountDownLatch(1);
            core.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                core.close(CLOSES_WITHIN);
                closed.countDown();
                join(main);
            }));
            closed.await();
        }
    }

    private static Core core(Database database, WorkLog log, String name, TaskLimits limits) {
        return Core.of(parts -> parts.stores(database.stores())
                .limits(Limits.DEFAULT.withTask(limits))
                .executor(new ScriptedWork(parts.ticker(), log, name)));
    }

    private static TaskLimits limits(Duration lease, int workers) {
        TaskLimits.Node node = new TaskLimits.Node(
                lease, lease.dividedBy(HEARTBEATS), POLL, BUFFERED, PATIENCE, TaskLimits.Node.DEFAULT.batch(), GRACE);
        return Sample.with(TaskLimits.DEFAULT.withWorkers(workers), "node", node);
    }

    /** Ends with the parent process, which may be killed: then the input ends. */
    private static void endWithParent() {
        Thread.ofPlatform().daemon().name("parent").start(() -> {
            try {
                System.in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException broken) {
                // A failure to read the input counts as its end.
            }
            Runtime.getRuntime().halt(1);
        });
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
