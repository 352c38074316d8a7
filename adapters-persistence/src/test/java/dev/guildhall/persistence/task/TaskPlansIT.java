package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Pool;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plans of PostgreSQL for a queue with one task, whose indexes have the dead entries of many others. */
class TaskPlansIT {
    private static final String FILL = """
        INSERT INTO task_queue (id, owner, profile_id, type, priority, input, created_at, expires_at, place, state,
            attempts, fence, holder)
        SELECT 'task_' || n, 'usr_1', 'prf_1', 'noop', 50, '{}', now(), now() + interval '1 h', n, 3, 1, 1, 'node_1'
        FROM generate_series(1, 5000) n
        """;

    static Stream<String> statements() {
        return Stream.of(TaskClaims.ENDS, TaskReleases.BACK, TaskReleases.SLEEP, NodeLeases.LOST);
    }

    @ParameterizedTest
    @MethodSource("statements")
    void tasks_are_looked_up_by_their_identifiers(String statement) {
        try (Pool pool = Pool.ofQueue(TestPostgres.url().dataSource(), PoolOptions.DEFAULT)) {
            List<String> plan = new Db(pool).atomically(handle -> {
                handle.execute(FILL);
                handle.execute("DELETE FROM task_queue WHERE id <> 'task_1'");
                handle.execute("ANALYZE task_queue");
                List<String> lines = handle.createQuery("EXPLAIN " + statement)
                        .bindMap(Map.of("node", "node_1", "holder", "node_1", "most", 10_000, "pause", 10L))
                        .bind("ids", new String[] {"task_1", "task_2", "task_3"})
                        .bind("fences", new Integer[] {1, 1, 1})
                        .bind("numbers", new Integer[] {0, 1, 2})
                        .bind("states", new Integer[] {5, 5, 5})
                        .bind("results", new String[] {"{}", "{}", "{}"})
                        .bind("errors", new String[] {"{}", "{}", "{}"})
                        .bind("delays", new Long[] {0L, 0L, 0L})
                        .bind("unharmed", new Integer[] {0, 0, 0})
                        .bind("held", new Long[] {0L, 0L, 0L})
                        .bind("outcome_states", new Integer[] {5, 5, 5})
                        .mapTo(String.class)
                        .list();
                handle.rollback();
                return lines;
            });

            List<String> lookups = IntStream.range(1, plan.size())
                    .filter(line -> plan.get(line - 1).contains("on task_queue ")
                            && plan.get(line - 1).contains("Scan"))
                    .mapToObj(plan::get)
                    .toList();
            assertThat(lookups)
                    .isNotEmpty()
                    .allMatch(line -> line.contains("Index Cond: ((id >= g.id)")
                            || line.contains("Index Cond: ((id >= g_1.id)")
                            || line.matches(" *Index Cond: .*= asked\\.share.*"));
        }
    }

    static Stream<String> statementsOfWorkers() {
        return Stream.of(WorkerLeases.MOVE, WorkerLeases.LEASE, WorkerLeases.EXTEND, WorkerLeases.END);
    }

    @ParameterizedTest
    @MethodSource("statementsOfWorkers")
    void tasks_of_workers_are_looked_up_by_their_places_and_identifiers(String statement) {
        try (Pool pool = Pool.ofQueue(TestPostgres.url().dataSource(), PoolOptions.DEFAULT)) {
            List<String> plan = new Db(pool).atomically(handle -> {
                handle.execute(FILL);
                handle.execute("UPDATE task_queue SET state = 4 WHERE id = 'task_1'");
                handle.execute("DELETE FROM task_queue WHERE id <> 'task_1'");
                handle.execute("ANALYZE task_queue");
                List<String> lines = handle.createQuery("EXPLAIN " + statement)
                        .bindMap(Map.of("id", "task_1", "lease", "lease_1", "owner", "", "result", "{}"))
                        .bind("types", new String[] {"noop"})
                        .bind("leases", new String[] {"lease_1"})
                        .bind("mark", 0L)
                        .bind("most", 1)
                        .bind("micros", 1L)
                        .bind("state", 5)
                        .mapTo(String.class)
                        .list();
                handle.rollback();
                return lines;
            });

            assertThat(plan)
                    .filteredOn(line -> line.contains("on task_queue") && line.contains("Scan"))
                    .isNotEmpty()
                    .allMatch(line -> line.matches(".* using task_queue_(pkey|ready|outside) .*"), "uses an index");
        }
    }
}
