package dev.guildhall.persistence.task;

import dev.guildhall.ports.task.TaskId;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Sends notifications of changes to other nodes and receives theirs (LISTEN and NOTIFY), on two connections of its own:
 * a commit that notifies delays all other commits of the server, so no transaction of the queue notifies. All changes
 * within {@link #PAUSE} are one notification. Polling finds what is lost while a connection is broken or the queue of
 * pending notifications is full.
 */
final class QueueNotifications extends QueueEvents implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(QueueNotifications.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);
    private static final Duration CLOSING = Duration.ofSeconds(5);
    /** How long the receiving thread waits for a notification, and so how late it sees that it is closed. */
    private static final int LISTEN_MS = 500;
    /** As many identifiers as surely fit into a notification, which has fewer than 8000 bytes. */
    private static final int MOST_ENDED = 50;

    private static final int MOST_PENDING = 10_000;
    static final String CHANNEL = "guildhall_tasks";
    /** The longest name of a channel. */
    private static final int MOST_CHARACTERS = 63;
    /** Precedes the first place at which tasks can be claimed. */
    private static final String READY = "!";

    private static final String UNPROCESSED = "+";
    private static final long NONE = Long.MAX_VALUE;
    private static final String WAKE = "";

    private final String self = UUID.randomUUID().toString();
    private final BlockingQueue<String> pending = new ArrayBlockingQueue<>(MOST_PENDING);
    private final AtomicLong ready = new AtomicLong(NONE);
    private final AtomicBoolean unprocessed = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final DataSource source;
    private final String channel;
    private final List<Thread> threads = new ArrayList<>();

    QueueNotifications(DataSource source) {
        this(source, CHANNEL);
    }

    /** Of one of several schemas of a database. When two of them have the same channel, their nodes look in vain at times. */
    static QueueNotifications ofSchema(DataSource source, String schema) {
        String name = CHANNEL + "_" + schema;
        return new QueueNotifications(source, name.substring(0, Math.min(MOST_CHARACTERS, name.length())));
    }

    private QueueNotifications(DataSource source, String channel) {
        super(LowWaterMark::rising);
        this.source = source;
        this.channel = channel;
    }

    void start() {
        threads.add(Thread.ofPlatform().daemon().name("task-notices-out").start(() -> keep(this::send)));
        threads.add(Thread.ofPlatform().daemon().name("task-notices-in").start(() -> keep(this::receive)));
    }

    @Override
    void ready(long place) {
        super.ready(place);
        if (ready.getAndAccumulate(place, Math::min) == NONE) {
            offer(WAKE);
        }
    }

    @Override
    void unprocessed() {
        super.unprocessed();
        if (!unprocessed.getAndSet(true)) {
            offer(WAKE);
        }
    }

    @Override
    void ended(List<TaskId> ids) {
        super.ended(ids);
        ids.forEach(id -> offer(id.value()));
    }

    /**
     * Polling finds a change that does not fit into the queue. {@link #WAKE} only wakes the sender: the next
     * notification says what is ready or unprocessed, however many ended tasks are queued before it.
     */
    private void offer(String word) {
        var _ = pending.offer(word);
    }

    private interface Use {
        void of(Connection connection) throws SQLException, InterruptedException;
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private void keep(Use use) {
        try {
            while (isOpen()) {
                try (Connection connection = source.getConnection()) {
                    keep(connection, use);
                } catch (SQLException failed) {
                    LOG.log(Level.DEBUG, "notifications are neither sent nor received", failed);
                }
                var _ = closed.await(BETWEEN_ATTEMPTS.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** A pool that an application uses too gets the connection back as it was. */
    private static void keep(Connection connection, Use use) throws SQLException, InterruptedException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(true);
        try {
            use.of(connection);
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    private void send(Connection connection) throws SQLException, InterruptedException {
        try (PreparedStatement notify = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
            while (isOpen()) {
                List<String> words = words();
                if (!words.isEmpty()) {
                    notify.setString(1, channel);
                    notify.setString(2, self + " " + String.join(" ", words));
                    notify.execute();
                }
                var _ = closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    /** The words of the next notification; blocks until there may be one. */
    private List<String> words() throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(pending.take()));
        pending.drainTo(words, MOST_ENDED);
        words.removeIf(WAKE::equals);
        long place = ready.getAndSet(NONE);
        if (place != NONE) {
            words.add(READY + place);
        }
        if (unprocessed.getAndSet(false)) {
            words.add(UNPROCESSED);
        }
        return words;
    }

    private void receive(Connection connection) throws SQLException {
        try (Statement listen = connection.createStatement()) {
            listen.execute("LISTEN " + channel);
            PGConnection notified = connection.unwrap(PGConnection.class);
            // Notifications before LISTEN are lost, so there may be tasks to claim.
            super.ready(LowWaterMark.BOTTOM);
            while (isOpen()) {
                for (PGNotification notice : notified.getNotifications(LISTEN_MS)) {
                    publish(notice.getParameter());
                }
            }
            listen.execute("UNLISTEN " + channel);
        }
    }

    private void publish(String notice) {
        String[] words = notice.split(" ", -1);
        if (words[0].equals(self)) {
            return;
        }
        for (String word : Arrays.asList(words).subList(1, words.length)) {
            if (word.startsWith(READY)) {
                super.ready(Long.parseLong(word.substring(READY.length())));
            } else if (word.equals(UNPROCESSED)) {
                super.unprocessed();
            } else {
                super.ended(List.of(new TaskId(word)));
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            try {
                thread.join(CLOSING);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
