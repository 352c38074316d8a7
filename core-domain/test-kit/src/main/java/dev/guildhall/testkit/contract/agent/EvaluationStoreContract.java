package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.evaluation.CaseDefinition;
import dev.guildhall.ports.evaluation.CaseId;
import dev.guildhall.ports.evaluation.CaseResult;
import dev.guildhall.ports.evaluation.Evaluation;
import dev.guildhall.ports.evaluation.EvaluationCase;
import dev.guildhall.ports.evaluation.EvaluationId;
import dev.guildhall.ports.evaluation.EvaluationStore;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link EvaluationStore} does. */
public interface EvaluationStoreContract {
    Stores stores();

    private EvaluationStore evaluations() {
        return stores().evaluations();
    }

    private AssistantId assistantOf(UserId owner) {
        AssistantId id = new AssistantId(Sample.id("ast"));
        stores().assistants()
                .add(new Assistant(
                        id,
                        1,
                        owner,
                        Optional.empty(),
                        AssistantStoreContract.definition("Helper", Audience.PRIVATE),
                        Sample.NOW,
                        Sample.NOW));
        return id;
    }

    private UserId someone() {
        return Given.someUser(stores());
    }

    /** A case whose optional values are absent. */
    static CaseDefinition plain(String input) {
        return new CaseDefinition(input, List.of(), Optional.empty(), List.of(), List.of(), false);
    }

    private EvaluationCase added(AssistantId assistant, CaseDefinition definition) {
        EvaluationCase one = new EvaluationCase(new CaseId(Sample.id("case")), assistant, definition, Sample.NOW);
        evaluations().add(one);
        return one;
    }

    private Evaluation started(AssistantId assistant, UserId user, Optional<UserId> countsFor) {
        Evaluation started = new Evaluation(
                new EvaluationId(Sample.id("eval")),
                new AssistantVersion(assistant, 1),
                user,
                countsFor,
                new TaskId(Sample.id("task")),
                List.of(new CaseId("case_1"), new CaseId("case_2")),
                TaskStatus.QUEUED,
                Optional.empty(),
                List.of(),
                Sample.NOW);
        evaluations().add(started);
        return started;
    }

    private Evaluation started(AssistantId assistant, UserId user) {
        return started(assistant, user, Optional.empty());
    }

    private static CaseResult passed(String id) {
        return new CaseResult(
                new CaseId(id), true, "Größe 👋\n\"quoted\"", List.of("rubric: {a, \"b\"}", ""), List.of("a.b", "c.d"));
    }

    private static EvaluationStore.Attempt attempt(Evaluation evaluation, int fence) {
        return new EvaluationStore.Attempt(evaluation.id(), fence);
    }

    private void end(Evaluation evaluation, TaskStatus status, Optional<String> error) {
        evaluations().end(evaluation.id(), status, new Evaluation.End(error, Sample.NOW.plusSeconds(1)));
    }

    private Evaluation found(Evaluation evaluation) {
        return evaluations()
                .find(evaluation.assistant().id(), evaluation.id())
                .orElseThrow();
    }

    @Test
    default void a_case_is_found_with_its_assistant_alone_until_it_is_removed() {
        AssistantId assistant = assistantOf(someone());
        AssistantId other = assistantOf(someone());
        EvaluationCase plain = added(assistant, plain("Größe?"));
        EvaluationCase whole = added(
                assistant,
                new CaseDefinition(
                        "Hi\n„there“ 👋",
                        List.of("a", "b\"c"),
                        Optional.of("Be kind."),
                        List.of("a.b"),
                        List.of("c.*"),
                        true));

        assertThat(evaluations().find(assistant, plain.id())).contains(plain);
        assertThat(evaluations().find(assistant, whole.id())).contains(whole);
        assertThat(evaluations().find(other, whole.id())).isEmpty();
        assertThat(evaluations().remove(other, whole.id())).isFalse();
        assertThat(evaluations().remove(assistant, whole.id())).isTrue();
        assertThat(evaluations().remove(assistant, whole.id())).isFalse();
        assertThat(evaluations().caseIds(assistant, 9)).containsExactly(plain.id());
    }

    @Test
    default void cases_are_counted_and_listed() {
        AssistantId assistant = assistantOf(someone());
        EvaluationCase first = added(assistant, plain("1"));
        EvaluationCase second = added(assistant, plain("2"));
        EvaluationCase third = added(assistant, plain("3"));
        added(assistantOf(someone()), plain("other"));

        Page<EvaluationCase> page = evaluations().cases(assistant, new PageRequest(new Limit(2), Optional.empty()));

        assertThat(page.items()).containsExactly(third, second);
        assertThat(evaluations()
                        .cases(assistant, new PageRequest(new Limit(2), page.next()))
                        .items())
                .containsExactly(first);
        assertThat(evaluations().countCases(assistant)).isEqualTo(3);
        assertThat(evaluations().caseIds(assistant, 2)).containsExactly(first.id(), second.id());
    }

    @Test
    default void an_evaluation_gets_results_and_an_end() {
        UserId ada = someone();
        AssistantId assistant = assistantOf(ada);
        Evaluation started = started(assistant, ada);

        assertThat(found(started)).isEqualTo(started);
        assertThat(evaluations().ofTask(started.task())).contains(started);
        assertThat(evaluations().begin(attempt(started, 1))).isTrue();
        CaseResult second = passed("case_2");
        CaseResult first = CaseResult.failed(new CaseId("case_1"), "no answer");
        assertThat(evaluations().add(attempt(started, 1), second)).isTrue();
        assertThat(evaluations().add(attempt(started, 1), first)).isTrue();
        assertThat(evaluations().add(attempt(started, 1), first)).isFalse();

        assertThat(found(started)).isEqualTo(started.with(List.of(first, second)));
        end(started, TaskStatus.FAILED, Optional.of("it broke"));
        end(started, TaskStatus.COMPLETED, Optional.empty());
        assertThat(found(started).status()).isEqualTo(TaskStatus.FAILED);
        assertThat(found(started).end())
                .contains(new Evaluation.End(Optional.of("it broke"), Sample.NOW.plusSeconds(1)));
        assertThat(evaluations().find(assistantOf(ada), started.id())).isEmpty();
        assertThat(evaluations().ofTask(new TaskId(Sample.id("task")))).isEmpty();
    }

    @Test
    default void from_a_later_attempt_or_the_end_on_an_attempt_has_no_effect() {
        UserId ada = someone();
        Evaluation started = started(assistantOf(ada), ada);
        evaluations().begin(attempt(started, 1));

        assertThat(evaluations().begin(attempt(started, 3))).isTrue();
        assertThat(evaluations().begin(attempt(started, 2))).isFalse();
        assertThat(evaluations().begin(attempt(started, 3))).isFalse();
        assertThat(evaluations().add(attempt(started, 1), passed("case_1"))).isFalse();
        assertThat(evaluations().add(attempt(started, 3), passed("case_1"))).isTrue();
        end(started, TaskStatus.CANCELLED, Optional.empty());
        assertThat(evaluations().add(attempt(started, 3), passed("case_2"))).isFalse();
        assertThat(evaluations().begin(attempt(started, 4))).isFalse();
        assertThat(found(started).results()).containsExactly(passed("case_1"));
    }

    @Test
    default void one_of_several_equal_results_counts() throws Exception {
        UserId ada = someone();
        Evaluation started = started(assistantOf(ada), ada);
        evaluations().begin(attempt(started, 1));
        Callable<Boolean> add = () -> evaluations().add(attempt(started, 1), passed("case_1"));

        List<Boolean> added = AtOnce.run(Collections.nCopies(4, add));

        assertThat(added).containsOnlyOnce(true);
    }

    @Test
    default void a_list_has_the_evaluations_of_one_user_with_the_beginnings_of_answers() {
        UserId ada = someone();
        UserId bob = someone();
        AssistantId assistant = assistantOf(ada);
        Evaluation first = started(assistant, ada);
        Evaluation second = started(assistant, ada);
        started(assistant, bob);
        started(assistantOf(ada), ada);
        String answer = "é".repeat(EvaluationStore.LISTED_ANSWER + 1);
        evaluations().begin(attempt(first, 1));
        evaluations()
                .add(
                        attempt(first, 1),
                        new CaseResult(new CaseId("case_1"), true, answer, List.of(), List.of()));

        Page<Evaluation> page = evaluations().list(assistant, ada, new PageRequest(new Limit(1), Optional.empty()));
        Page<Evaluation> next = evaluations().list(assistant, ada, new PageRequest(new Limit(1), page.next()));

        assertThat(page.items()).containsExactly(second);
        assertThat(next.items()).extracting(Evaluation::id).containsExactly(first.id());
        assertThat(next.items().getFirst().results().getFirst().answer())
                .isEqualTo("é".repeat(EvaluationStore.LISTED_ANSWER));
        assertThat(next.next()).isEmpty();
    }

    @Test
    default void those_that_have_not_ended_are_listed_in_order() {
        UserId ada = someone();
        AssistantId assistant = assistantOf(ada);
        Evaluation first = started(assistant, ada);
        Evaluation ended = started(assistant, ada);
        Evaluation last = started(assistant, ada);
        end(ended, TaskStatus.COMPLETED, Optional.empty());

        assertThat(evaluations().unended(Optional.empty(), 1_000)).contains(first, last);
        assertThat(evaluations().unended(Optional.of(first.id()), 1_000))
                .contains(last)
                .doesNotContain(first)
                .noneMatch(one -> one.id().equals(ended.id()));
        assertThat(evaluations().unended(Optional.empty(), 1)).hasSize(1);
    }

    @Test
    default void the_oldest_that_have_ended_are_removed_of_one_user() {
        UserId ada = someone();
        UserId bob = someone();
        AssistantId assistant = assistantOf(ada);
        Evaluation running = started(assistant, ada);
        Evaluation old = started(assistant, bob, Optional.of(ada));
        Evaluation newer = started(assistant, ada);
        Evaluation others = started(assistant, bob);
        List.of(old, newer, others).forEach(one -> end(one, TaskStatus.COMPLETED, Optional.empty()));
        evaluations().begin(attempt(running, 1));

        assertThat(evaluations().prune(assistant, ada, 3)).isEqualTo(3);
        assertThat(evaluations().prune(assistant, ada, 2)).isEqualTo(2);

        assertThat(evaluations().find(assistant, old.id())).isEmpty();
        assertThat(evaluations().find(assistant, newer.id())).isPresent();
        assertThat(evaluations().prune(assistant, ada, 0)).isEqualTo(1);
        assertThat(evaluations().find(assistant, running.id())).isPresent();
        assertThat(evaluations().find(assistant, others.id())).isPresent();
    }

    @Test
    default void all_of_an_assistant_goes_with_it() {
        UserId ada = someone();
        UserId bob = someone();
        AssistantId assistant = assistantOf(ada);
        EvaluationCase one = added(assistant, plain("Hi"));
        Evaluation started = started(assistant, bob);
        evaluations().begin(attempt(started, 1));
        evaluations().add(attempt(started, 1), passed("case_1"));

        stores().assistants().remove(assistant);

        assertThat(evaluations().find(assistant, one.id())).isEmpty();
        assertThat(evaluations().countCases(assistant)).isZero();
        assertThat(evaluations().ofTask(started.task())).isEmpty();
        assertThat(evaluations().add(attempt(started, 1), passed("case_2"))).isFalse();
        added(assistant, plain("late"));
        assertThat(evaluations().caseIds(assistant, 9)).isEmpty();
        assertThat(evaluations().ofTask(started(assistant, bob).task())).isEmpty();
    }

    @Test
    default void an_erased_user_leaves_no_evaluations_and_those_of_others_count_for_them() {
        UserId ada = someone();
        UserId bob = someone();
        AssistantId assistant = assistantOf(bob);
        Evaluation hers = started(assistant, ada);
        Evaluation others = started(assistant, bob, Optional.of(ada));
        evaluations().begin(attempt(hers, 1));
        evaluations().add(attempt(hers, 1), passed("case_1"));
        added(assistant, plain("Hi"));

        stores().erase(ada);

        assertThat(evaluations().find(assistant, hers.id())).isEmpty();
        assertThat(found(others).countsFor()).isEmpty();
        assertThat(evaluations().countCases(assistant)).isEqualTo(1);
    }
}
