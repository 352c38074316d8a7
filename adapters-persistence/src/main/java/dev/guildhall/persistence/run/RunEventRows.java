package dev.guildhall.persistence.run;

import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import dev.guildhall.ports.run.TestStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Writes the events of a run whose row is locked, and the data that follow from them: the run's tests, pictures, files
 * and counts.
 */
final class RunEventRows {
    static final String TEST = "test";
    static final String SCREENSHOT = "screenshot";
    static final String ARTIFACT = "artifact";

    private static final String PUT_ITEM = """
        INSERT INTO run_items AS i (run_id, kind, key, number, status, data)
        VALUES (:id, :kind, :key, (SELECT count(*) + 1 FROM run_items WHERE run_id = :id AND kind = :kind), :status, :data)
        ON CONFLICT (run_id, kind, key) DO UPDATE SET status = excluded.status, data = excluded.data
        """;

    private static final String PLAN = """
        INSERT INTO run_items (run_id, kind, key, number, status, data)
        SELECT :id, 'test', t.key, t.number + (SELECT count(*) FROM run_items WHERE run_id = :id AND kind = 'test'),
            'PENDING', t.data
        FROM unnest(:keys, :data) WITH ORDINALITY AS t (key, data, number)
        ON CONFLICT (run_id, kind, key) DO NOTHING
        """;

    private static final String APPEND = """
        INSERT INTO run_events (run_id, number, data)
        SELECT :id, :last + e.number, e.data FROM unnest(:data) WITH ORDINALITY AS e (data, number)
        """;

    private RunEventRows() {}

    /** Appends events after the last one. Log lines beyond the bound of events are dropped. */
    static void append(Handle handle, RunId id, int last, List<RunEvent> events) {
        List<String> stored = new ArrayList<>();
        for (RunEvent event : events) {
            if (!(event instanceof RunEvent.Logged) || last + stored.size() < RunStore.MOST_EVENTS) {
                stored.add(StoredRunJson.write(event));
            }
        }
        handle.createUpdate(APPEND)
                .bind("id", id.value())
                .bind("last", last)
                .bind("data", stored.toArray(String[]::new))
                .execute();
        handle.createUpdate("UPDATE runs SET events = :number WHERE id = :id")
                .bind("id", id.value())
                .bind("number", last + stored.size())
                .execute();
    }

    static void apply(Handle handle, RunId id, RunEvent event) {
        switch (event) {
            case RunEvent.Planned planned -> plan(handle, id, planned);
            case RunEvent.Tested(TestResult result) -> put(handle, id, result);
            case RunEvent.Pictured(Screenshot screenshot) -> {
                put(handle, id, SCREENSHOT, key(screenshot.key()), "", StoredRunJson.write(screenshot));
                refer(
                        handle,
                        id,
                        Stream.of(Optional.of(screenshot.image()), screenshot.baseline(), screenshot.diff())
                                .flatMap(Optional::stream)
                                .toList());
            }
            case RunEvent.Kept(Artifact artifact) -> {
                put(handle, id, ARTIFACT, Sha256.of(artifact.name()).value(), "", StoredRunJson.write(artifact));
                refer(handle, id, List.of(artifact.content()));
            }
            case RunEvent.Logged ignored -> {}
            case RunEvent.Moved ignored -> {}
        }
    }

    private static String key(TestName test) {
        return Sha256.of(test.project() + "\0" + test.file() + "\0" + test.title())
                .value();
    }

    static String key(Screenshot.Key picture) {
        return Sha256.of(picture.project() + "\0" + picture.file() + "\0" + picture.name())
                .value();
    }

    private static void plan(Handle handle, RunId id, RunEvent.Planned planned) {
        Map<String, String> tests = new LinkedHashMap<>();
        planned.tests().forEach(test -> tests.put(key(test), StoredRunJson.write(TestResult.pending(test))));
        int added = handle.createUpdate(PLAN)
                .bind("id", id.value())
                .bind("keys", tests.keySet().toArray(String[]::new))
                .bind("data", tests.values().toArray(String[]::new))
                .execute();
        handle.createUpdate("UPDATE runs SET platform = :platform, open = open + :added WHERE id = :id")
                .bind("id", id.value())
                .bind("platform", planned.platform())
                .bind("added", added)
                .execute();
    }

    private static void put(Handle handle, RunId id, TestResult result) {
        String key = key(result.test());
        Optional<String> before = handle.createQuery(
                        "SELECT status FROM run_items WHERE run_id = :id AND kind = 'test' AND key = :key")
                .bind("id", id.value())
                .bind("key", key)
                .mapTo(String.class)
                .findOne();
        put(handle, id, TEST, key, result.status().name(), StoredRunJson.write(result));
        String was = before.map(TestStatus::valueOf).map(RunEventRows::column).orElse("");
        String is = column(result.status());
        if (!was.equals(is)) {
            String less = was.isEmpty() ? "" : ", " + was + " = " + was + " - 1";
            handle.createUpdate("UPDATE runs SET " + is + " = " + is + " + 1" + less + " WHERE id = :id")
                    .bind("id", id.value())
                    .execute();
        }
        refer(handle, id, result.picture().stream().toList());
    }

    private static String column(TestStatus status) {
        return switch (status) {
            case PASSED, FLAKY -> "passed";
            case FAILED -> "failed";
            case SKIPPED -> "skipped";
            case PENDING, RUNNING -> "open";
        };
    }

    private static void put(Handle handle, RunId id, String kind, String key, String status, String data) {
        handle.createUpdate(PUT_ITEM)
                .bind("id", id.value())
                .bind("kind", kind)
                .bind("key", key)
                .bind("status", status)
                .bind("data", data)
                .execute();
    }

    private static void refer(Handle handle, RunId id, List<Sha256> content) {
        if (!content.isEmpty()) {
            handle.createUpdate("INSERT INTO run_content (run_id, sha256) SELECT :id, unnest(:content) ON CONFLICT DO"
                            + " NOTHING")
                    .bind("id", id.value())
                    .bind("content", content.stream().map(Sha256::value).toArray(String[]::new))
                    .execute();
        }
    }
}
