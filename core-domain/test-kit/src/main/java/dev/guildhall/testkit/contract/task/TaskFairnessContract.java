package dev.guildhall.testkit.contract.task;

import static dev.guildhall.testkit.contract.task.QueueContract.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.NewTask;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.task.SettleAndClaim;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How owners take turns. */
public interface TaskFairnessContract extends QueueContract {
    private List<Task> some(UserId owner, int howMany, int priority) {
        List<NewTask> wanted = Stream.generate(
                        () -> Sample.task(owner).priority(priority).build())
                .limit(howMany)
                .toList();
        return tasks().enqueue(wanted, 0).kept().orElseThrow();
    }

    private List<Task> some(UserId owner, int howMany) {
        return some(owner, howMany, 50);
    }

    private List<UserId> nextOwners(int howMany) {
        return claim(node(), howMany).stream().map(Task::owner).toList();
    }

    private List<Task> claimFrom(NodeId node, int most, SettleAndClaim.From from) {
        return tasks().settleAndClaim(new SettleAndClaim(node, List.of(), most, from))
                .claimed();
    }

    private List<Task> claimOfOthers(NodeId node, int most, UserId... except) {
        return claimFrom(node, most, new SettleAndClaim.OtherUsers(Set.of(except)));
    }

    @Test
    default void tasks_of_other_types_are_claimed_in_their_order_however_many_wait_before_them() {
        UserId ada = someone();
        some(ada, 100);
        passTime(Duration.ofSeconds(20));
        List<TaskId> bobs = tasks()
                .enqueue(
                        Stream.generate(() ->
                                        Sample.task(someone()).type("brief").build())
                                .limit(4)
                                .toList(),
                        0)
                .kept()
                .orElseThrow()
                .stream()
                .map(Task::id)
                .toList();
        SettleAndClaim.From brief = new SettleAndClaim.OtherTypes(
                Set.of(Sample.task(ada).build().spec().type()));

        assertThat(claimFrom(node(), 3, brief)).extracting(Task::id).containsExactlyElementsOf(bobs.subList(0, 3));
        assertThat(claimFrom(node(), 3, brief)).extracting(Task::id).containsExactly(bobs.get(3));
        assertThat(claimFrom(node(), 3, brief)).isEmpty();
    }

    @Test
    default void a_new_owners_task_is_next_but_one_however_many_tasks_another_owner_has_waiting() {
        UserId ada = someone();
        UserId bob = someone();
        some(ada, 500);
        passTime(Duration.ofSeconds(10));
        claim(node(), 100);

        some(bob, 1);

        assertThat(nextOwners(2)).containsExactlyInAnyOrder(ada, bob);
    }

    @Test
    default void owners_with_tasks_waiting_take_turns() {
        UserId ada = someone();
        UserId bob = someone();
        some(ada, 20);
        passTime(Duration.ofSeconds(10));
        some(bob, 20);

        assertThat(nextOwners(10)).filteredOn(ada::equals).hasSizeBetween(4, 6);
        assertThat(nextOwners(20)).filteredOn(ada::equals).hasSizeBetween(9, 11);
    }

    /** Enqueues tasks of a new group's account, which count for a user. */
    private UserId someOfGroup(UserId countsFor, int howMany) {
        UserId group = someone();
        List<NewTask> wanted = Stream.generate(
                        () -> Sample.task(group).countsFor(countsFor).build())
                .limit(howMany)
                .toList();
        assertThat(tasks().enqueue(wanted, 0).kept()).isPresent();
        return group;
    }

    @Test
    default void tasks_of_groups_take_their_turns_as_the_user_for_whom_they_count() {
        UserId ada = someone();
        UserId bob = someone();
        for (int i = 0; i < 5; i++) {
            someOfGroup(ada, 6);
            passTime(Duration.ofSeconds(1));
        }
        some(ada, 6);
        passTime(Duration.ofSeconds(10));
        some(bob, 20);

        assertThat(nextOwners(20)).filteredOn(bob::equals).hasSizeBetween(9, 11);
    }

    @Test
    default void tasks_of_a_group_are_left_out_with_the_user_for_whom_they_count() {
        NodeId node = node();
        UserId ada = someone();
        UserId group = someOfGroup(ada, 3);
        Task bobs = some(someone(), 1).getFirst();

        assertThat(claimOfOthers(node, 5, ada)).extracting(Task::id).containsExactly(bobs.id());
        assertThat(claimOfOthers(node, 5, group))
                .extracting(Task::owner, Task::countsFor)
                .containsExactly(tuple(group, ada));
    }

    @Test
    default void tasks_that_come_one_by_one_take_turns_too() {
        UserId ada = someone();
        UserId bob = someone();
        for (int i = 0; i < 10; i++) {
            some(ada, 1);
            passTime(Duration.ofSeconds(10));
        }
        for (int i = 0; i < 5; i++) {
            some(bob, 1);
        }

        assertThat(nextOwners(6)).filteredOn(bob::equals).hasSizeBetween(2, 4);
    }

    @Test
    default void an_owner_who_was_idle_saves_up_nothing() {
        UserId ada = someone();
        UserId bob = someone();
        some(ada, 200);
        claim(node(), 150);

        some(bob, 50);

        assertThat(nextOwners(20)).filteredOn(ada::equals).hasSizeBetween(9, 11);
    }

    @Test
    default void an_owner_who_was_served_alone_owes_nothing() {
        UserId ada = someone();
        UserId bob = someone();
        some(ada, 200);
        claim(node(), 200);
        some(bob, 20);

        some(ada, 1);

        assertThat(nextOwners(3)).contains(ada);
    }

    @Test
    default void many_owners_each_have_their_first_before_any_has_a_third() {
        List<UserId> owners = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            owners.add(someone());
            some(owners.getLast(), 10);
        }

        assertThat(nextOwners(20)).containsAll(owners);
    }

    @Test
    default void an_owners_tasks_of_one_priority_go_in_the_order_in_which_they_came() {
        UserId ada = someone();
        List<TaskId> order = new ArrayList<>();
        some(someone(), 30);
        for (int i = 0; i < 5; i++) {
            order.addAll(ids(some(ada, 1 + i)));
            claim(node(), 3).stream()
                    .filter(task -> task.owner().equals(ada))
                    .forEach(task -> assertThat(task.id()).isEqualTo(order.removeFirst()));
        }

        assertThat(claim(node(), MANY).stream()
                        .filter(task -> task.owner().equals(ada))
                        .map(Task::id))
                .containsExactlyElementsOf(order);
    }

    @Test
    default void an_owners_next_tasks_stand_behind_those_that_wait_though_the_last_of_them_was_cancelled() {
        UserId ada = someone();
        List<Task> before = some(ada, 40);
        tasks().end(before.getLast().id(), new TaskState.Cancelled(), Optional.empty());

        List<Task> behind = some(ada, 20);

        assertThat(claimedIds(node(), MANY))
                .isEqualTo(Stream.concat(ids(before).stream().limit(39), ids(behind).stream())
                        .toList());
    }

    @Test
    default void the_urgent_of_another_owner_go_first() {
        UserId ada = someone();
        UserId bob = someone();
        some(ada, 20);
        some(bob, 20, 60);

        assertThat(nextOwners(20)).containsOnly(bob);
    }

    @Test
    default void an_owners_own_urgent_tasks_go_before_those_that_wait_already() {
        UserId ada = someone();
        some(ada, 30);
        List<Task> urgent = some(ada, 5, 51);

        assertThat(claimedIds(node(), 5)).isEqualTo(ids(urgent));
    }

    @Test
    default void a_new_owners_more_urgent_task_is_not_later_than_a_usual_one_would_be() {
        UserId ada = someone();
        UserId bob = someone();
        some(ada, 100);
        passTime(Duration.ofMinutes(10));

        some(bob, 1, 51);

        assertThat(nextOwners(3)).contains(bob);
    }

    @Test
    default void the_least_urgent_are_not_starved_by_a_backlog_that_does_not_end() {
        UserId ada = someone();
        some(ada, 20);
        Task least = some(someone(), 1, 49).getFirst();
        int rounds = 0;

        while (!claimedIds(node(), 10).contains(least.id())) {
            some(ada, 10);
            rounds++;
            assertThat(rounds).isLessThan(10);
        }
    }

    @Test
    default void what_is_given_back_keeps_its_place() {
        NodeId node = node();
        UserId ada = someone();
        some(ada, 10);
        Task first = claimOne(node);
        some(someone(), 10);

        assertThat(end(node, first, new AttemptEnd.GivenBack())).isTrue();

        assertThat(claimOne(node).id()).isEqualTo(first.id());
    }

    @Test
    default void of_other_owners_one_task_each_is_claimed_and_none_of_those_who_are_left_out() {
        NodeId node = node();
        UserId ada = someone();
        UserId bob = someone();
        UserId cat = someone();
        some(ada, 300);
        List<Task> bobs = some(bob, 3);
        List<Task> cats = some(cat, 3);

        assertThat(claimOfOthers(node, 5, ada))
                .extracting(Task::id)
                .containsExactlyInAnyOrder(bobs.getFirst().id(), cats.getFirst().id());
        assertThat(claimOfOthers(node, 5, ada, bob, cat)).isEmpty();
        assertThat(claimOfOthers(node, 1, ada)).hasSize(1);
        assertThat(claim(node, MANY)).hasSize(303);
    }

    @Test
    default void a_task_of_another_owner_is_found_behind_any_number_of_tasks_of_owners_who_are_left_out() {
        NodeId node = node();
        UserId ada = someone();
        UserId bob = someone();
        some(ada, 1_500, 100);
        Task bobs = some(bob, 1).getFirst();

        assertThat(claimOfOthers(node, 4, ada)).extracting(Task::id).containsExactly(bobs.id());
    }

    @Test
    default void of_another_owner_the_first_task_is_claimed_of_any_priority() {
        NodeId node = node();
        UserId ada = someone();
        UserId bob = someone();
        some(ada, 20);
        some(bob, 2);
        Task urgent = some(bob, 2, 60).getFirst();

        assertThat(claimOfOthers(node, 4, ada)).extracting(Task::id).containsExactly(urgent.id());
    }

    @Test
    default void of_another_owner_a_task_is_claimed_that_went_back_to_the_queue_alone() {
        NodeId node = node();
        UserId ada = someone();
        List<Task> adas = some(ada, 5);
        List<Task> claimed = claim(node, 5);

        assertThat(end(node, claimed.get(1), new AttemptEnd.GivenBack())).isTrue();

        assertThat(claimOfOthers(node, 4, someone()))
                .extracting(Task::id)
                .containsExactly(adas.get(1).id());
    }
}
