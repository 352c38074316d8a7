package dev.guildhall.testkit.contract.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Retry;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskHandler;
import dev.guildhall.ports.task.TaskState;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a task whose handler returns or throws something unexpected: the task ends, and the next one is executed. */
@Timeout(60)
public interface TaskHandlerContract {
    /** An exception that even fails to describe itself. */
    final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Without a message. */
        public Broken() {}

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    /** Where the core stores its data; the cores of a test share the stores. */
    Stores stores();

    private static Map<String, Object> cycle() {
        Map<String, Object> cycle = new HashMap<>();
        cycle.put("again", cycle);
        return cycle;
    }

    private static Map<String, Object> deep(int levels) {
        Map<String, Object> deep = Map.of();
        for (int level = 0; level < levels; level++) {
            deep = Map.of("in", deep);
        }
        return deep;
    }

    /** What a handler returns, and a part of the reason why its task fails. */
    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of(Map.of("average", Double.NaN), "output.average: NaN is not JSON"),
                Arguments.of(
                        Map.of("average", Float.NEGATIVE_INFINITY), "output.average: -Infinity is not JSON"),
                Arguments.of(Map.of("day", LocalDate.of(2026, 11, 29)), "output.day: java.time.LocalDate is not JSON"),
                Arguments.of(Map.of("all", Set.of(1)), "output.all: java.util.ImmutableCollections$Set12 is not JSON"),
                Arguments.of(Map.of("list", Arrays.asList(1, new AtomicInteger())), "output.list[1]: java.util"),
                Arguments.of(Map.of("large", new BigDecimal("1e999999999")), "output.large: a number with the scale"),
                Arguments.of(cycle(), "levels"),
                Arguments.of(deep(10_000), "levels"),
                Arguments.of(Map.of("long", "x".repeat(2 * 1024 * 1024)), "is longer than 1048576 characters"));
    }

    /** What a handler returns that is JSON, although databases or languages have trouble with it. */
    static Stream<Map<String, Object>> unusual() {
        Map<String, Object> nothing = new HashMap<>();
        nothing.put("nothing", null);
        return Stream.of(
                Map.of(),
                nothing,
                Map.of("", ""),
                Map.of("list", Arrays.asList(1, null, List.of())),
                Map.of("exact", new BigDecimal("1234567890123456789012345678901234567890.5")),
                Map.of("long", Long.MIN_VALUE, "true", true));
    }

    private Task ran(TaskHandler handler) {
        try (Core core = Core.start(parts ->
                parts.stores(stores()).task("work", handler).task("other", (owner, task) -> Map.of("is", "next")))) {
            Caller.User ada = core.user("crm", "ada");
            Task done = core.tasks()
                    .await(ada, core.tasks().submit(ada, "work", Map.of()).id());
            Task next = core.tasks()
                    .await(ada, core.tasks().submit(ada, "other", Map.of()).id());
            assertThat(next.state()).isEqualTo(new TaskState.Completed(Map.of("is", "next")));
            return done;
        }
    }

    private String failureOf(TaskHandler handler) {
        TaskState state = ran(handler).state();
        assertThat(state).isInstanceOf(TaskState.Failed.class);
        return ((TaskState.Failed) state).error().message();
    }

    @ParameterizedTest
    @MethodSource("faults")
    default void what_is_no_json_fails_its_task_with_the_place(Map<String, Object> output, String fault) {
        assertThat(failureOf((owner, task) -> output)).contains(fault);
    }

    @ParameterizedTest
    @MethodSource("unusual")
    default void what_is_json_is_the_output(Map<String, Object> output) {
        assertThat(ran((owner, task) -> output).state()).isEqualTo(new TaskState.Completed(output));
    }

    @Test
    default void a_character_that_text_cannot_have_is_replaced() {
        Map<String, Object> output = Map.of("text", "a\u0000b", "key\u0000", 1, "half", "\ud83d");

        assertThat(ran((owner, task) -> output).state())
                .isEqualTo(new TaskState.Completed(Map.of("text", "a\ufffdb", "key\ufffd", 1, "half", "\ufffd")));
    }

    @Test
    @SuppressWarnings("NullAway") // What a program must not do.
    default void null_fails_its_task() {
        assertThat(failureOf((owner, task) -> null)).isEqualTo("output: is null");
    }

    @Test
    default void whatever_is_thrown_fails_its_task_and_its_owner_reads_no_message() {
        String message = "the task could not be carried out";
        assertThat(failureOf((owner, task) -> {
                    throw new IllegalStateException("jdbc:secret@10.0.0.7");
                }))
                .isEqualTo(message);
        assertThat(failureOf((owner, task) -> {
                    throw new Broken();
                }))
                .isEqualTo(message);
        assertThat(failureOf((owner, task) -> {
                    throw new StackOverflowError();
                }))
                .isEqualTo(message);
        assertThat(failureOf((owner, task) -> {
                    throw new Exception();
                }))
                .isEqualTo(message);
    }

    @Test
    default void an_exception_that_the_rule_does_not_name_ends_the_task() {
        try (Core core = Core.start(parts -> parts.stores(stores())
                .task("work", Retry.upTo(3), Set.of(IllegalArgumentException.class), (owner, task) -> {
                    throw new IllegalStateException("no");
                }))) {
            Caller.User ada = core.user("crm", "ada");
            Task done = core.tasks()
                    .await(ada, core.tasks().submit(ada, "work", Map.of()).id());

            assertThat(done.attempts()).isOne();
        }
    }
}
