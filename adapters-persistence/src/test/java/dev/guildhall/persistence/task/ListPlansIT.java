package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a page of ended tasks reads of many, whichever filters the caller gives. */
class ListPlansIT {
    private static final int PAGE = 50;
    private static final Optional<UserId> RICH = Optional.of(new UserId("usr_1"));
    private static final String FILL = """
        INSERT INTO ended_tasks (id, owner, profile_id, type, priority, input, created_at, expires_at, state, attempts,
            fence, unsettled, completed_at, result)
        SELECT 'task_' || lpad(n::text, 9, '0'), 'usr_' || n % 10, 'prf_1', CASE WHEN n % 2 = 0 THEN 'echo' ELSE 'tool' END,
            50, '{}', now(), now(), 5, 1, 1, false, now(), '{}'
        FROM generate_series(1, 5000) n
        """;

    @BeforeEach
    void begin_with_an_empty_queue() {
        TestQueue.ours().clear();
    }

    static Stream<TaskFilter> filters() {
        return Stream.of(Optional.<UserId>empty(), RICH)
                .flatMap(owner -> Stream.concat(
                                Stream.of(Optional.<TaskStatus>empty()),
                                Arrays.stream(TaskStatus.values()).map(Optional::of))
                        .flatMap(status -> Stream.of(
                                        Optional.<TaskType>empty(),
                                        Optional.of(new TaskType("echo")),
                                        Optional.of(new TaskType("rare")))
                                .map(type -> new TaskFilter(owner, status, type))));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void a_page_reads_no_more_rows_than_it_has(TaskFilter filter) {
        PageRequest page = new PageRequest(new Limit(PAGE), Optional.empty());
        List<Integer> states = filter.status()
                .map(TaskRows::states)
                .orElseGet(() -> List.of(0, 1, 2, 3, 4, TaskRows.COMPLETED, TaskRows.FAILED, TaskRows.CANCELLED));

        List<String> plan = TestPostgres.db().atomically(handle -> {
            handle.execute(FILL);
            handle.execute("ANALYZE ended_tasks");
            List<String> lines = handle.createQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) "
                            + TaskPages.fitting(filter, states, page))
                    .bindMap(TaskPages.parameters(filter, page))
                    .mapTo(String.class)
                    .list();
            handle.rollback();
            return lines;
        });

        assertThat(plan).noneMatch(line -> line.contains("Seq Scan on ended_tasks"));
        assertThat(plan.stream()
                        .filter(line -> line.contains("Rows Removed by Filter"))
                        .map(ListPlansIT::number))
                .allMatch(removed -> removed <= PAGE);
        assertThat(plan.stream().filter(line -> line.contains("Scan")).map(ListPlansIT::rows))
                .allMatch(read -> read <= PAGE + 1);
    }

    private static int number(String line) {
        return Integer.parseInt(line.replaceAll("\\D", ""));
    }

    private static int rows(String line) {
        Matcher rows = Pattern.compile("actual rows=(\\d+)").matcher(line);
        return rows.find() ? Integer.parseInt(rows.group(1)) : 0;
    }
}
