package dev.guildhall.persistence.run;

import dev.guildhall.persistence.db.Db;
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

/**
 * Writes the events of a run whose row is locked, and the data that follow from them: the run's tests, screenshots, files
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

    private final Db db;

    RunEventRows(Db db) {
        this.db = db;
    }

    /** Appends events after the last one. Log lines beyond the bound of events are dropped. */
    void append(RunId id, int last, List<RunEvent> events) {
        List<String> stored = new ArrayList<>();
        for (RunEvent event : events) {
            if (!(event instanceof RunEvent.Logged) || last + stored.size() < RunStore.MOST_EVENTS) {
                stored.add(StoredRunJson.write(event));
            }
        }
        db.update(APPEND, Map.of("id", id, "last", last, "data", stored));
        db.update("UPDATE runs SET events = :number WHERE id = :id", Map.of("id", id, "number", last + stored.size()));
    }

    void apply(RunId id, RunEvent event) {
        switch (event) {
            case RunEvent.Planned planned -> plan(id, planned);
            case RunEvent.Tested(TestResult result) -> put(id, result);
            case RunEvent.ScreenshotTaken(Screenshot screenshot) -> {
                put(id, SCREENSHOT, key(screenshot.key()), "", StoredRunJson.write(screenshot));
                refer(
                        id,
                        Stream.of(Optional.of(screenshot.image()), screenshot.baseline(), screenshot.diff())
                                .flatMap(Optional::stream)
                                .toList());
            }
            case RunEvent.ArtifactStored(Artifact artifact) -> {
                put(id, ARTIFACT, Sha256.of(artifact.name()).value(), "", StoredRunJson.write(artifact));
                refer(id, List.of(artifact.content()));
            }
            case RunEvent.Logged ignored -> {}
            case RunEvent.StatusChanged ignored -> {}
        }
    }

    private static String key(TestName test) {
        return Sha256.of(test.project() + "\0" + test.file() + "\0" + test.title())
                .value();
    }

    static String key(Screenshot.Key screenshot) {
        return Sha256.of(screenshot.project() + "\0" + screenshot.file() + "\0" + screenshot.name())
                .value();
    }

    private void plan(RunId id, RunEvent.Planned planned) {
        Map<String, String> tests = new LinkedHashMap<>();
        planned.tests().forEach(test -> tests.put(key(test), StoredRunJson.write(TestResult.pending(test))));
        int added = db.update(PLAN, Map.of("id", id, "keys", tests.keySet(), "data", tests.values()));
        db.update(
                "UPDATE runs SET platform = :platform, open = open + :added WHERE id = :id",
                Map.of("id", id, "platform", planned.platform(), "added", added));
    }

    private void put(RunId id, TestResult result) {
        String key = key(result.test());
        Optional<String> before = db.find(
                "SELECT status FROM run_items WHERE run_id = :id AND kind = 'test' AND key = :key",
                Map.of("id", id, "key", key),
                String.class);
        put(id, TEST, key, result.status().name(), StoredRunJson.write(result));
        String was = before.map(TestStatus::valueOf).map(RunEventRows::column).orElse("");
        String is = column(result.status());
        if (!was.equals(is)) {
            String less = was.isEmpty() ? "" : ", " + was + " = " + was + " - 1";
            db.update("UPDATE runs SET " + is + " = " + is + " + 1" + less + " WHERE id = :id", Map.of("id", id));
        }
        refer(id, result.screenshot().stream().toList());
    }

    private static String column(TestStatus status) {
        return switch (status) {
            case PASSED, FLAKY -> "passed";
            case FAILED -> "failed";
            case SKIPPED -> "skipped";
            case PENDING, RUNNING -> "open";
        };
    }

    private void put(RunId id, String kind, String key, String status, String data) {
        db.update(PUT_ITEM, Map.of("id", id, "kind", kind, "key", key, "status", status, "data", data));
    }

    private void refer(RunId id, List<Sha256> content) {
        if (!content.isEmpty()) {
            db.update(
                    "INSERT INTO run_content (run_id, sha256) SELECT :id, unnest(:content) ON CONFLICT DO NOTHING",
                    Map.of("id", id, "content", content));
        }
    }
}
