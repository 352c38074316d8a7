package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup of a server under load, restored into another directory. */
class BackupCommandIT {
    private static final int WRITERS = 4;
    private static final int BEFORE = 40;
    /** Between two tasks of a writer. Without it the writers take the processors that the backup needs. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    @TempDir
    private Path folder;

    private final Queue<String> created = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isBackedUp = new AtomicBoolean();

    private Map<String, String> settings(String data) {
        return Map.of(
                "GUILDHALL_DATA_DIR", folder.resolve(data).toString(),
                "GUILDHALL_PORT", "0",
                "GUILDHALL_SERVICES", "account,orchestration",
                "GUILDHALL_RATE_LIMIT_PER_MINUTE", "0",
                "GUILDHALL_EMBEDDINGS", "off");
    }

    private ServerProcess command(String data, String... arguments) {
        ServerProcess command = ServerProcess.command(folder, settings(data), arguments);
        command.awaitExit();
        return command;
    }

    private void createTask(Web ada, String tasks) {
        created.add(
                ada.post(tasks, "{\"type\":\"echo\",\"input\":{}}").get("id").asText());
    }

    private void write(Web ada, String tasks, CountDownLatch begun) {
        while (!isBackedUp.get()) {
            createTask(ada, tasks);
            begun.countDown();
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static Set<String> tasksOf(Web ada, String tasks) {
        Set<String> ids = new TreeSet<>();
        for (String cursor = ""; !cursor.equals("null"); ) {
            JsonNode page = ada.get(tasks + "?limit=200" + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
            page.get("tasks").forEach(task -> ids.add(task.get("id").asText()));
            cursor = page.get("nextCursor").asText();
        }
        return ids;
    }

    @Test
    void a_backup_under_load_has_everything_that_was_acknowledged_before_it_and_is_restored_elsewhere()
            throws Exception {
        Path file = folder.resolve("a.backup");
        Set<String> acknowledged;
        try (ServerProcess server = ServerProcess.start(folder, settings("data"))) {
            Web ada = new Web(server.address("account"));
            ada.register();
            String tasks = server.address("orchestration") + "/tasks";
            CountDownLatch begun = new CountDownLatch(BEFORE);
            Thread[] writers = IntStream.range(0, WRITERS)
                    .mapToObj(_ -> Thread.ofVirtual().start(() -> write(ada, tasks, begun)))
                    .toArray(Thread[]::new);
            begun.await();
            acknowledged = new TreeSet<>(created);

            Path pending = Files.createDirectories(folder.resolve("data").resolve(Storage.USAGE));
            Files.writeString(pending.resolve("left"), "usage of another database, if it were restored");

            ServerProcess backup = command("data", "backup", file.toString());

            isBackedUp.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(backup.errorLines()).isEmpty();
            assertThat(backup.printed()).contains("rows", "the secret key");
        }

        ServerProcess taken = command("data", "restore", file.toString());
        ServerProcess restored = command("restored", "restore", file.toString());

        assertThat(taken.errorLines()).singleElement().asString().contains("is not empty");
        assertThat(restored.errorLines()).isEmpty();
        assertThat(folder.resolve("restored").resolve(Storage.USAGE)).doesNotExist();
        try (ServerProcess server = ServerProcess.start(folder, settings("restored"))) {
            Web ada = new Web(server.address("account"));
            ada.signIn();
            assertThat(tasksOf(ada, server.address("orchestration") + "/tasks")).containsAll(acknowledged);
        }
        refusesOneThatIsCutShort(file);
    }

    private void refusesOneThatIsCutShort(Path whole) throws IOException {
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length - 1));

        ServerProcess restored = command("other", "restore", cut.toString());

        assertThat(restored.errorLines()).singleElement().asString().contains("is cut short or damaged");
        assertThat(folder.resolve("other")).doesNotExist();
    }
}
