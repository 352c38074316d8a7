package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.QueueDepth;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How tasks are kept, found, listed and forgotten. */
public interface TaskKeepingContract extends QueueContract {
    private TaskFilter of(UserId owner) {
        return new TaskFilter(Optional.of(owner), Optional.empty(), Optional.empty());
    }

    private TaskFilter in(UserId owner, TaskStatus status) {
        return new TaskFilter(Optional.of(owner), Optional.of(status), Optional.empty());
    }

    @Test
    default void a_task_comes_back_as_it_was_kept() {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("z", "said \u0000 and \ud83d 茶");
        input.put("a", List.of(1, 2.5, true, Map.of("deep", "one")));
        input.put("decimals", List.of(new BigDecimal("1.10"), new BigDecimal("1E+2"), new BigDecimal("1E+400"), 1e7));
        NewTask given = Sample.task(someone())
                .type("a.b_c-9")
                .input(input)
                .tools("web.search", "größte")
                .priority(100)
                .ttl(Duration.ofSeconds(1))
                .partOf(Sample.workflow(someone()).build().id())
                .withKey(new ApiKeyId(Sample.id("key")))
                .afterHops(3)
                .build();

        Task kept = enqueue(given);

        assertThat(kept.id()).isEqualTo(given.id());
        assertThat(kept.owner()).isEqualTo(given.owner());
        assertThat(kept.actor()).isEqualTo(given.actor());
        assertThat(kept.spec()).isEqualTo(given.spec());
        assertThat(kept.spec().input().keySet()).containsExactly("z", "a", "decimals");
        assertThat(kept.part()).isEqualTo(given.part());
        assertThat(kept.startedAt()).isEmpty();
        assertThat(kept.completedAt()).isEmpty();
        assertThat(kept.attempts()).isZero();
        assertThat(kept.fence()).isZero();
        assertThat(kept.past()).isEmpty();
        assertThat(kept.state()).isEqualTo(new TaskState.Queued());
        assertThat(tasks().find(given.id())).contains(kept);
        assertThat(tasks().findAll(List.of(given.id()))).containsExactly(kept);
    }

    @Test
    default void many_tasks_are_kept_in_their_order_with_the_time_of_the_store() {
        List<NewTask> given = Stream.generate(() -> Sample.task(someone()).build())
                .limit(MANY)
                .toList();

        Instant before = enqueue(Sample.task(someone()).build()).createdAt();
        List<Task> kept = tasks().enqueue(given, 0).kept().orElseThrow();
        Instant after = enqueue(Sample.task(someone()).build()).createdAt();

        assertThat(ids(kept)).isEqualTo(given.stream().map(NewTask::id).toList());
        assertThat(kept).allSatisfy(task -> assertThat(task.createdAt()).isBetween(before, after));
        assertThat(tasks().findAll(ids(kept))).containsExactlyInAnyOrderElementsOf(kept);
    }

    @Test
    default void no_tasks_are_kept_at_once() {
        assertThat(tasks().enqueue(List.of(), 1).kept()).contains(List.of());
    }

    @Test
    default void what_there_is_not_is_not_found() {
        Task kept = enqueue(Sample.task(someone()).build());
        TaskId none = new TaskId(Sample.id("task"));

        assertThat(tasks().find(none)).isEmpty();
        assertThat(tasks().findAll(List.of())).isEmpty();
        assertThat(tasks().findAll(List.of(none, kept.id(), kept.id()))).containsExactly(kept);
    }

    @Test
    default void tasks_kept_in_a_transaction_are_undone_with_it() {
        NewTask one = Sample.task(someone()).build();
        NewTask two = Sample.task(someone()).build();

        Undone.after(stores(), () -> {
            assertThat(tasks().enqueue(List.of(one), 1).kept()).isPresent();
            assertThat(tasks().find(one.id())).isPresent();
        });
        Optional<List<Task>> instead = tasks().enqueue(List.of(two), 1).kept();

        assertThat(tasks().find(one.id())).isEmpty();
        assertThat(instead).isPresent();
        assertThat(claimedIds(node(), 2)).containsExactly(two.id());
    }

    @Test
    default void an_end_in_a_transaction_is_undone_with_it() {
        Task queued = enqueue(Sample.task(someone()).build());

        Undone.after(
                stores(),
                () -> assertThat(tasks().end(queued.id(), new TaskState.Cancelled(), Optional.empty()))
                        .isPresent());

        assertThat(find(queued)).isEqualTo(queued);
        assertThat(claimedIds(node(), 1)).containsExactly(queued.id());
    }

    @Test
    default void lists_are_newest_first_and_filtered() {
        UserId owner = someone();
        Task done = completed(Sample.task(owner).build());
        Task other = enqueue(Sample.task(someone()).type("other").build());
        Task failed = enqueue(Sample.task(owner).type("other").build());
        tasks().end(failed.id(), new TaskState.Failed(ERROR), Optional.empty());
        Task cancelled = enqueue(Sample.task(owner).build());
        tasks().end(cancelled.id(), new TaskState.Cancelled(), Optional.empty());
        enqueue(Sample.task(owner).priority(100).build());
        Task running = claimOne(node());
        Task queued = enqueue(Sample.task(owner).build());

        List<Task> everybodys = tasks().list(ALL, EVERYTHING).items();

        assertThat(ids(everybodys))
                .containsExactly(queued.id(), running.id(), cancelled.id(), failed.id(), other.id(), done.id());
        assertThat(everybodys).isEqualTo(everybodys.stream().map(this::find).toList());
        assertThat(ids(tasks().list(of(owner), EVERYTHING).items()))
                .containsExactly(queued.id(), running.id(), cancelled.id(), failed.id(), done.id());
        assertThat(everybodys).extracting(Task::status).containsAll(List.of(TaskStatus.values()));
        for (Task task : everybodys) {
            assertThat(ids(tasks().list(in(task.owner(), task.status()), EVERYTHING)
                            .items()))
                    .containsExactly(task.id());
        }
        TaskType type = new TaskType("other");
        assertThat(ids(tasks().list(new TaskFilter(Optional.empty(), Optional.empty(), Optional.of(type)), EVERYTHING)
                        .items()))
                .containsExactly(failed.id(), other.id());
        assertThat(ids(tasks().list(
                                new TaskFilter(Optional.of(owner), Optional.of(TaskStatus.FAILED), Optional.of(type)),
                                EVERYTHING)
                        .items()))
                .containsExactly(failed.id());
        assertThat(tasks().running(ALL, EVERYTHING).items()).containsExactly(running);
        assertThat(tasks().running(of(other.owner()), EVERYTHING).items()).isEmpty();
        assertThat(tasks().running(in(owner, TaskStatus.QUEUED), EVERYTHING).items())
                .isEmpty();
    }

    @Test
    default void lists_have_pages() {
        UserId owner = someone();
        List<NewTask> given =
                Stream.generate(() -> Sample.task(owner).build()).limit(5).toList();
        List<TaskId> kept = ids(tasks().enqueue(given, 0).kept().orElseThrow());
        claim(node(), 5);

        for (boolean running : new boolean[] {false, true}) {
            List<TaskId> found = new ArrayList<>();
            Optional<PageRequest> next = Optional.of(new PageRequest(new Limit(2), Optional.empty()));
            while (next.isPresent()) {
                Page<Task> page = running
                        ? tasks().running(of(owner), next.orElseThrow())
                        : tasks().list(of(owner), next.orElseThrow());
                assertThat(page.items()).hasSizeBetween(1, 2);
                found.addAll(ids(page.items()));
                next = page.next().map(cursor -> new PageRequest(new Limit(2), Optional.of(cursor)));
            }
            assertThat(found).isEqualTo(kept.reversed());
        }
    }

    @Test
    default void the_depth_counts_those_that_wait_and_those_that_run() {
        QueueDepth empty = tasks().depth();
        Task first = enqueue(Sample.task(someone()).build());
        enqueue(Sample.task(someone()).priority(100).build());
        enqueue(Sample.task(someone()).build());
        enqueue(Sample.task(someone()).priority(100).build());
        NodeId node = node();
        Task done = claim(node, 2).getFirst();
        end(node, done, new AttemptEnd.Final(DONE));

        assertThat(empty).isEqualTo(new QueueDepth(0, 0, Optional.empty()));
        assertThat(tasks().depth()).isEqualTo(new QueueDepth(2, 1, Optional.of(first.createdAt())));
    }

    @Test
    default void old_tasks_that_ended_and_are_not_part_of_anything_are_forgotten() {
        Task part = completed(Sample.task(someone())
                .partOf(Sample.workflow(someone()).build().id())
                .build());
        Task one = completed(Sample.task(someone()).build());
        Task two = completed(Sample.task(someone()).build());
        Task three = enqueue(Sample.task(someone()).build());
        tasks().end(three.id(), new TaskState.Cancelled(), Optional.empty());
        Task queued = enqueue(Sample.task(someone()).build());
        passTime(Duration.ofDays(1));
        Task late = enqueue(Sample.task(someone()).build());
        tasks().end(late.id(), new TaskState.Cancelled(), Optional.empty());
        Instant before = find(queued).createdAt().plus(Duration.ofHours(1));

        int most = tasks().prune(before, 2);
        int rest = tasks().prune(before, 2);
        int none = tasks().prune(before, 2);

        assertThat(List.of(most, rest, none)).containsExactly(2, 1, 0);
        assertThat(tasks().findAll(ids(List.of(one, two, three)))).isEmpty();
        assertThat(tasks().findAll(ids(List.of(part, queued, late)))).hasSize(3);
    }

    @Test
    default void what_ended_lately_is_kept_however_long_it_took() {
        Task old = enqueue(Sample.task(someone()).ttl(Duration.ofDays(9)).build());
        passTime(Duration.ofDays(2));
        tasks().end(old.id(), new TaskState.Cancelled(), Optional.empty());

        assertThat(tasks().prune(find(old).createdAt().plus(Duration.ofDays(1)), MANY))
                .isZero();
        assertThat(tasks().find(old.id())).isPresent();
    }

    @Test
    default void tasks_go_with_the_account_of_their_owner() {
        UserId owner = Given.someUser(stores());
        Task other = enqueue(Sample.task(someone()).build());
        Task done = completed(Sample.task(owner).priority(100).build());
        enqueue(Sample.task(owner).priority(100).build());
        NodeId node = node();
        Task running = claimOne(node);
        Task queued = enqueue(Sample.task(owner).build());

        stores().erase(owner);

        assertThat(tasks().findAll(ids(List.of(done, running, queued)))).isEmpty();
        assertThat(end(node, running, new AttemptEnd.Final(DONE))).isFalse();
        assertThat(claimedIds(node, 2)).containsExactly(other.id());
    }

    @Test
    default void tasks_are_removed_in_every_state_and_by_owner_while_they_have_not_ended() {
        UserId owner = Given.someUser(stores());
        Task other = enqueue(Sample.task(someone()).build());
        Task done = completed(Sample.task(owner).priority(100).build());
        Task alsoDone = completed(Sample.task(owner).priority(100).build());
        enqueue(Sample.task(owner).priority(100).build());
        Task running = claimOne(node());
        Task queued = enqueue(Sample.task(owner).build());
        Task alsoQueued = enqueue(Sample.task(owner).build());

        tasks().remove(List.of(alsoDone.id(), alsoQueued.id(), new TaskId(Sample.id("task"))));
        List<Task> left = tasks().findAll(ids(List.of(done, alsoDone, running, queued, alsoQueued)));
        tasks().removeUnended(owner);

        assertThat(left).extracting(Task::id).containsExactlyInAnyOrder(done.id(), running.id(), queued.id());
        assertThat(tasks().findAll(ids(List.of(done, running, queued, other))))
                .extracting(Task::id)
                .containsExactlyInAnyOrder(done.id(), other.id());
    }

    @Test
    default void nothing_is_kept_for_an_account_that_is_not_there() {
        UserId gone = Given.someUser(stores());
        stores().erase(gone);
        NewTask orphan = Sample.task(gone).build();
        NewTask other = Sample.task(someone()).build();

        List<Task> kept = tasks().enqueue(List.of(orphan, other), 0).kept().orElseThrow();

        assertThat(kept).extracting(Task::id).containsExactly(other.id());
        assertThat(tasks().enqueue(List.of(orphan), 5).kept().orElseThrow()).isEmpty();
        assertThat(tasks().find(orphan.id())).isEmpty();
        assertThat(claimedIds(node(), 2)).containsExactly(other.id());
    }

    @Test
    default void tasks_of_an_owner_but_test_runs_are_counted_by_status() {
        UserId owner = someone();
        completed(Sample.task(owner).build());
        enqueue(Sample.task(owner).build());
        claimOne(node());
        enqueue(Sample.task(owner).build());
        enqueue(Sample.task(owner).build());
        enqueue(Sample.task(someone()).build());
        enqueue(Sample.task(owner).type(TaskType.TEST_RUN.value()).build());

        Set<TaskStatus> all = EnumSet.allOf(TaskStatus.class);
        assertThat(tasks().counts(owner, all, 10))
                .isEqualTo(Map.of(TaskStatus.COMPLETED, 1L, TaskStatus.RUNNING, 1L, TaskStatus.QUEUED, 2L));
        assertThat(tasks().counts(owner, Set.of(TaskStatus.QUEUED, TaskStatus.FAILED), 10))
                .isEqualTo(Map.of(TaskStatus.QUEUED, 2L));
        assertThat(tasks().counts(someone(), all, 10)).isEmpty();
    }

    @Test
    default void a_count_of_tasks_ends_at_its_bound() {
        UserId owner = someone();
        completed(Sample.task(owner).build());
        completed(Sample.task(owner).build());
        completed(Sample.task(owner).build());

        assertThat(tasks().counts(owner, Set.of(TaskStatus.COMPLETED), 2)).isEqualTo(Map.of(TaskStatus.COMPLETED, 2L));
    }

    @Test
    default void the_bound_of_a_count_holds_for_each_status() {
        UserId owner = someone();
        NodeId node = node();
        for (int i = 0; i < 3; i++) {
            enqueue(Sample.task(owner).build());
            claimOne(node);
        }
        enqueue(Sample.task(owner).build());

        assertThat(tasks().counts(owner, EnumSet.allOf(TaskStatus.class), 2))
                .isEqualTo(Map.of(TaskStatus.RUNNING, 2L, TaskStatus.QUEUED, 1L));
    }
}
