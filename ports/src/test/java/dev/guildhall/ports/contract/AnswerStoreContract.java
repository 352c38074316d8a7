package dev.guildhall.ports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.Answer;
import dev.guildhall.ports.webchat.AnswerEvent;
import dev.guildhall.ports.webchat.AnswerId;
import dev.guildhall.ports.webchat.AnswerStore;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.WebChat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link AnswerStore} does. */
public interface AnswerStoreContract {
    Instant LEASE = Sample.NOW.plusSeconds(15);
    Instant LATER = Sample.NOW.plusSeconds(20);
    int MANY = 100;

    Stores stores();

    private AnswerStore answers() {
        return stores().answers();
    }

    private WebChat chat() {
        WebChat chat = WebChatStoreContract.chat(Given.someUser(stores()), "a chat", 0);
        stores().webChats().add(chat);
        return chat;
    }

    private static Answer answer(WebChat chat, Instant now) {
        return new Answer(
                new AnswerId(Sample.id("ans")),
                chat.id(),
                chat.userId(),
                new NodeId(Sample.id("node")),
                Answer.Status.RUNNING,
                1,
                now,
                now.plusSeconds(15));
    }

    private Answer begun(WebChat chat) {
        return answers().begin(answer(chat, Sample.NOW)).orElseThrow();
    }

    private static List<Numbered<AnswerEvent>> from(int first, AnswerEvent... events) {
        return IntStream.range(0, events.length)
                .mapToObj(i -> new Numbered<>(first + i, events[i]))
                .toList();
    }

    private static AnswerEvent token(String text) {
        return new AnswerEvent.Token(text);
    }

    private static AnswerEvent done(ChatId chat) {
        return new AnswerEvent.Done(chat, "all of it", List.of("a.b"), false, List.of());
    }

    private Map<AnswerId, AnswerStore.Stored> append(Answer answer, List<Numbered<AnswerEvent>> events) {
        return answers().append(Map.of(answer.id(), events), LEASE);
    }

    /** What is stored of an answer; absent when its node has lost it. */
    private Optional<AnswerStore.Stored> stored(Answer answer) {
        return Optional.ofNullable(append(answer, List.of()).get(answer.id()));
    }

    private static AnswerStore.Stored until(int newest) {
        return new AnswerStore.Stored(newest, false);
    }

    @Test
    default void an_answer_that_has_begun_is_the_latest_and_runs() {
        WebChat chat = chat();
        Answer answer = answer(chat, Sample.NOW);

        assertThat(answers().begin(answer)).contains(answer);
        assertThat(answers().latest(chat.id())).contains(answer);
        assertThat(answers().running(List.of(chat.id(), chat().id()), Sample.NOW))
                .containsExactly(chat.id());
        assertThat(answers().running(List.of(chat.id()), LEASE)).isEmpty();
        assertThat(answers().latest(chat().id())).isEmpty();
    }

    @Test
    default void a_chat_has_one_running_answer() {
        WebChat chat = chat();
        Answer first = begun(chat);

        assertThat(answers().begin(answer(chat, Sample.NOW.plusSeconds(14)))).isEmpty();
        assertThat(answers().latest(chat.id())).contains(first);
    }

    @Test
    default void no_answer_begins_in_an_unknown_chat() {
        WebChat chat = WebChatStoreContract.chat(Given.someUser(stores()), "never", 0);

        assertThat(answers().begin(answer(chat, Sample.NOW))).isEmpty();
        assertThat(answers().latest(chat.id())).isEmpty();
    }

    @RepeatedTest(5)
    default void of_answers_that_begin_at_once_in_a_chat_one_is_stored() throws Exception {
        WebChat chat = chat();
        Callable<Optional<Answer>> begin = () -> answers().begin(answer(chat, Sample.NOW));

        List<Optional<Answer>> kept = AtOnce.run(Collections.nCopies(6, begin));

        assertThat(kept.stream().flatMap(Optional::stream))
                .hasSize(1)
                .containsExactly(answers().latest(chat.id()).orElseThrow());
    }

    @RepeatedTest(5)
    default void of_answers_that_begin_at_once_after_an_expired_lease_one_is_stored() throws Exception {
        WebChat chat = chat();
        begun(chat);
        Callable<Optional<Answer>> begin = () -> answers().begin(answer(chat, LATER));

        assertThat(AtOnce.run(Collections.nCopies(6, begin)).stream().flatMap(Optional::stream))
                .hasSize(1);
        assertThat(answers().latest(chat.id()).orElseThrow().firstNumber()).isEqualTo(2);
        assertThat(answers().events(chat.id(), 0, MANY)).isEqualTo(from(1, AnswerEvent.Failed.NODE_LOST));
    }

    @Test
    default void events_of_every_kind_are_read_unchanged() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        Map<String, Object> data = Map.of("z", "a\u0000b \ud83d", "n", 1.5, "deep", List.of(true, Map.of("x", 1)));
        List<Numbered<AnswerEvent>> events = from(
                1,
                token("Größe "),
                token("\u0000"),
                token("\n\ud83d"),
                new AnswerEvent.ToolStarted("call_1", "web.search", data),
                token("between"),
                new AnswerEvent.ToolFinished(Sample.toolUse(data, new ToolOutcome.Success(data))),
                new AnswerEvent.ToolFinished(
                        Sample.toolUse(Map.of(), new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "no \"such\""))),
                new AnswerEvent.Used(new Usage(Long.MAX_VALUE, 7, true)),
                new AnswerEvent.Done(chat.id(), "Größe \u0000", List.of("b", "a"), true, List.of("cut „here“ \u0000")));

        append(answer, events);

        assertThat(answers().events(chat.id(), 0, MANY)).isEqualTo(events);
    }

    @Test
    default void events_are_read_behind_any_number_and_as_many_as_are_asked_for() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        append(answer, from(1, token("a"), token("b"), token("c")));
        append(answer, from(4, token("d")));
        append(answer, from(5, token("e"), done(chat.id())));

        assertThat(answers().events(chat.id(), 0, 2)).isEqualTo(from(1, token("a"), token("b")));
        assertThat(answers().events(chat.id(), 1, 3)).isEqualTo(from(2, token("b"), token("c"), token("d")));
        assertThat(answers().events(chat.id(), 4, MANY)).isEqualTo(from(5, token("e"), done(chat.id())));
        assertThat(answers().events(chat.id(), 6, MANY)).isEmpty();
    }

    @Test
    default void one_write_adds_to_several_answers_and_extends_their_leases() {
        WebChat chat = chat();
        WebChat quiet = chat();
        WebChat other = chat();
        Answer answer = begun(chat);
        Answer waiting = begun(quiet);
        Answer third = begun(other);

        Map<AnswerId, AnswerStore.Stored> stored =
                answers().append(Map.of(answer.id(), from(1, token("a")), waiting.id(), List.of()), LATER);

        assertThat(stored).isEqualTo(Map.of(answer.id(), until(1), waiting.id(), until(0)));
        assertThat(answers().latest(chat.id())).contains(answer.with(Answer.Status.RUNNING, LATER));
        assertThat(answers().latest(quiet.id())).contains(waiting.with(Answer.Status.RUNNING, LATER));
        assertThat(answers().latest(other.id())).contains(third);
        assertThat(answers().events(chat.id(), 0, MANY)).isEqualTo(from(1, token("a")));
        assertThat(answers().events(quiet.id(), 0, MANY)).isEmpty();
        assertThat(answers().append(Map.of(), LATER)).isEmpty();
    }

    @Test
    default void the_last_event_ends_its_answer_and_later_events_are_dropped() {
        WebChat chat = chat();
        Answer answer = begun(chat);

        Map<AnswerId, AnswerStore.Stored> atEnd = append(answer, from(1, token("a"), done(chat.id())));
        Map<AnswerId, AnswerStore.Stored> late = append(answer, from(3, token("late")));

        assertThat(atEnd).isEqualTo(Map.of(answer.id(), until(2)));
        assertThat(late).isEmpty();
        assertThat(answers().latest(chat.id()).orElseThrow().status()).isEqualTo(Answer.Status.ENDED);
        assertThat(answers().running(List.of(chat.id()), Sample.NOW)).isEmpty();
        assertThat(answers().events(chat.id(), 0, MANY)).hasSize(2);
    }

    @Test
    default void event_numbers_continue_across_answers_and_the_events_of_two_answers_are_kept() {
        WebChat chat = chat();
        append(begun(chat), from(1, token("a"), done(chat.id())));
        Answer second = begun(chat);
        append(second, from(3, token("b"), done(chat.id())));
        List<Numbered<AnswerEvent>> ofTwo = answers().events(chat.id(), 0, MANY);

        Answer third = begun(chat);

        assertThat(second.firstNumber()).isEqualTo(3);
        assertThat(third.firstNumber()).isEqualTo(5);
        assertThat(ofTwo).extracting(Numbered::number).containsExactly(1, 2, 3, 4);
        assertThat(answers().events(chat.id(), 0, MANY))
                .extracting(Numbered::number)
                .containsExactly(3, 4);
    }

    @Test
    default void an_answer_after_an_expired_lease_ends_the_previous_one_and_drops_its_late_events() {
        WebChat chat = chat();
        Answer lost = begun(chat);
        append(lost, from(1, token("a")));

        Answer next = answers().begin(answer(chat, LATER)).orElseThrow();
        append(lost, from(2, token("late")));
        append(next, from(3, token("b")));

        assertThat(next.firstNumber()).isEqualTo(3);
        assertThat(answers().events(chat.id(), 0, MANY))
                .isEqualTo(from(1, token("a"), AnswerEvent.Failed.NODE_LOST, token("b")));
        assertThat(answers().latest(chat.id()).map(Answer::id)).contains(next.id());
    }

    @RepeatedTest(3)
    default void an_answer_that_is_renewed_while_another_begins_either_ends_or_continues() throws Exception {
        WebChat chat = chat();
        Answer lost = begun(chat);
        List<Callable<Boolean>> calls = new ArrayList<>();
        calls.add(() -> answers().begin(answer(chat, LATER)).isPresent());
        calls.add(() -> {
            answers().append(Map.of(lost.id(), from(1, token("a"))), LATER.plusSeconds(15));
            return true;
        });

        boolean begun = AtOnce.run(calls).getFirst();

        Answer latest = answers().latest(chat.id()).orElseThrow();
        List<AnswerEvent> events = answers().events(chat.id(), 0, MANY).stream()
                .map(Numbered::event)
                .toList();
        assertThat(latest.id().equals(lost.id())).isNotEqualTo(begun);
        assertThat(events).containsExactly(begun ? AnswerEvent.Failed.NODE_LOST : token("a"));
    }

    @Test
    default void a_running_answer_is_to_be_stopped_by_its_node_until_it_has_ended() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        Answer other = begun(chat());

        assertThat(answers().requestStop(chat.id(), Sample.NOW)).isTrue();
        assertThat(stored(answer)).contains(new AnswerStore.Stored(0, true));
        assertThat(stored(other)).contains(until(0));
        append(answer, from(1, done(chat.id())));
        assertThat(stored(answer)).isEmpty();
        assertThat(answers().requestStop(chat.id(), Sample.NOW)).isFalse();
        assertThat(stored(begun(chat))).contains(until(1));
    }

    @Test
    default void an_answer_is_lost_when_its_chat_is_removed_or_has_another_answer() {
        WebChat removed = chat();
        WebChat asked = chat();
        Answer ofRemoved = begun(removed);
        Answer lost = begun(asked);

        stores().webChats().remove(removed.id());
        Answer next = answers().begin(answer(asked, LATER)).orElseThrow();

        assertThat(stored(ofRemoved)).isEmpty();
        assertThat(stored(lost)).isEmpty();
        assertThat(stored(next)).contains(until(1));
    }

    @Test
    default void events_whose_write_is_repeated_are_stored_once() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        List<Numbered<AnswerEvent>> written = from(1, token("a"), token("b"));
        List<Numbered<AnswerEvent>> withMore = from(1, token("a"), token("b"), done(chat.id()));

        List<AnswerStore.Stored> stored = Stream.of(
                        written, written, withMore, from(3, token("c")), from(5, token("e")))
                .map(events -> append(answer, events).get(answer.id()))
                .toList();

        assertThat(stored).containsExactly(until(2), until(2), until(2), until(3), until(3));
        assertThat(answers().events(chat.id(), 0, MANY)).isEqualTo(from(1, token("a"), token("b"), token("c")));
        assertThat(answers().latest(chat.id()).orElseThrow().status()).isEqualTo(Answer.Status.RUNNING);
    }

    @Test
    default void the_newest_event_is_known_when_the_events_are_removed_too() {
        WebChat chat = chat();
        int before = answers().newest(chat.id());
        Answer answer = begun(chat);
        int begun = answers().newest(chat.id());
        append(answer, from(1, token("a"), token("b")));
        int running = answers().newest(chat.id());
        append(answer, from(3, done(chat.id())));
        answers().forget(LATER);

        assertThat(List.of(before, begun, running)).containsExactly(0, 0, 2);
        assertThat(answers().events(chat.id(), 0, MANY)).isEmpty();
        assertThat(answers().newest(chat.id())).isEqualTo(3);
    }

    @Test
    default void an_answer_whose_lease_has_expired_is_not_stopped() {
        WebChat chat = chat();
        begun(chat);

        assertThat(answers().requestStop(chat.id(), LATER)).isFalse();
        assertThat(answers().requestStop(chat().id(), Sample.NOW)).isFalse();
    }

    @Test
    default void only_running_answers_with_an_expired_lease_are_lost() {
        Answer lost = begun(chat());
        Answer alive = answers().begin(answer(chat(), LATER)).orElseThrow();
        WebChat answered = chat();
        append(begun(answered), from(1, done(answered.id())));

        List<Answer> found = answers().lost(LATER, MANY);

        assertThat(found).contains(lost).doesNotContain(alive);
        assertThat(found).extracting(Answer::chatId).doesNotContain(answered.id());
        assertThat(answers().lost(LEASE.minusMillis(1), MANY)).doesNotContain(lost);
        assertThat(answers().lost(LATER, 1)).hasSize(1);
    }

    @Test
    default void a_node_that_takes_over_a_lost_answer_ends_it_and_the_previous_node_adds_no_events() {
        WebChat chat = chat();
        Answer lost = begun(chat);
        append(lost, from(1, token("a")));
        Answer mine = takenOver(lost);

        boolean isMine = answers().takeOver(lost.id(), mine, LATER);
        append(lost, from(2, token("late")));
        answers().append(Map.of(mine.id(), from(2, AnswerEvent.Failed.NODE_LOST)), LATER);

        assertThat(isMine).isTrue();
        assertThat(answers().events(chat.id(), 0, MANY)).isEqualTo(from(1, token("a"), AnswerEvent.Failed.NODE_LOST));
        assertThat(answers().latest(chat.id())).contains(mine.with(Answer.Status.ENDED, LATER));
        assertThat(stored(lost)).isEmpty();
    }

    @Test
    default void an_answer_that_is_alive_or_has_ended_is_not_taken_over() {
        WebChat chat = chat();
        Answer alive = begun(chat);
        boolean whileAlive = answers().takeOver(alive.id(), takenOver(alive), LEASE.minusMillis(1));
        append(alive, from(1, done(chat.id())));

        boolean whenEnded = answers().takeOver(alive.id(), takenOver(alive), LATER);

        assertThat(List.of(whileAlive, whenEnded)).containsExactly(false, false);
        assertThat(answers().latest(chat.id()).map(Answer::id)).contains(alive.id());
    }

    @RepeatedTest(3)
    default void of_nodes_that_take_over_a_lost_answer_at_once_one_succeeds() throws Exception {
        Answer lost = begun(chat());
        Callable<Boolean> taking = () -> answers().takeOver(lost.id(), takenOver(lost), LATER);

        assertThat(AtOnce.run(Collections.nCopies(6, taking))).containsOnlyOnce(true);
    }

    private static Handover handover(WebChat chat) {
        Caller.User caller = new Caller.User(
                chat.userId(),
                new ProfileId(Sample.id("prf")),
                new SessionId(Sample.id("ses")),
                Set.of(Role.USER, Role.ADMIN),
                Optional.of(new AllowedTools(Set.of("a.b", "c"))));
        Sampling sampling = new Sampling(Optional.of("model \u00f6"), OptionalDouble.of(0.5), OptionalInt.of(7));
        return new Handover(
                caller, AgentMode.V0_1, new AgentOptions(sampling, true, Optional.of(List.of("c", "a.b"))), 3);
    }

    @Test
    default void an_answer_that_its_node_gave_up_runs_until_another_node_takes_it_over() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        append(answer, from(1, token("a")));
        Handover handover = handover(chat);

        boolean isGivenUp = answers().giveUp(answer.id(), handover, LATER);
        List<Answer> lost = answers().lost(Sample.NOW, MANY);
        Set<ChatId> running = answers().running(List.of(chat.id()), Sample.NOW);
        Optional<Answer> another = answers().begin(answer(chat, Sample.NOW));
        boolean isStopped = answers().requestStop(chat.id(), Sample.NOW);
        Answer mine = takenOver(answer);
        boolean isMine = answers().takeOver(answer.id(), mine, Sample.NOW);

        assertThat(isGivenUp).isTrue();
        assertThat(lost).contains(answer.givenUp(handover, LATER));
        assertThat(running).containsExactly(chat.id());
        assertThat(another).isEmpty();
        assertThat(List.of(isStopped, isMine)).containsExactly(true, true);
        assertThat(stored(answer)).isEmpty();
        assertThat(stored(mine)).contains(new AnswerStore.Stored(1, true));
        assertThat(answers().latest(chat.id())).contains(mine.with(Answer.Status.RUNNING, LEASE));
        assertThat(answers().lost(Sample.NOW, MANY)).extracting(Answer::chatId).doesNotContain(chat.id());
    }

    @Test
    default void an_answer_that_was_given_up_and_ends_with_the_next_question_has_no_handover() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        answers().giveUp(answer.id(), handover(chat), LEASE);

        Answer next = answers().begin(answer(chat, LATER)).orElseThrow();

        assertThat(answers().latest(chat.id())).contains(next);
        assertThat(next.handover()).isEmpty();
    }

    @Test
    default void an_answer_that_was_given_up_and_has_ended_has_no_handover() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        answers().giveUp(answer.id(), handover(chat), LATER);
        append(answer, from(1, token("a")));
        boolean isKept = answers().latest(chat.id()).orElseThrow().handover().isPresent();

        append(answer, from(2, done(chat.id())));

        Answer ended = answers().latest(chat.id()).orElseThrow();
        assertThat(isKept).isTrue();
        assertThat(ended.status()).isEqualTo(Answer.Status.ENDED);
        assertThat(ended.handover()).isEmpty();
    }

    @Test
    default void an_answer_that_has_ended_is_not_given_up() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        append(answer, from(1, done(chat.id())));

        boolean isGivenUp = answers().giveUp(answer.id(), handover(chat), LATER);

        assertThat(isGivenUp).isFalse();
        assertThat(answers().giveUp(new AnswerId(Sample.id("ans")), handover(chat), LATER))
                .isFalse();
        assertThat(answers().latest(chat.id()).orElseThrow().handover()).isEmpty();
    }

    @RepeatedTest(3)
    default void of_nodes_that_take_over_an_answer_that_was_given_up_at_once_one_succeeds() throws Exception {
        WebChat chat = chat();
        Answer answer = begun(chat);
        answers().giveUp(answer.id(), handover(chat), LATER);
        Callable<Boolean> taking = () -> answers().takeOver(answer.id(), takenOver(answer), Sample.NOW);

        assertThat(AtOnce.run(Collections.nCopies(6, taking))).containsOnlyOnce(true);
    }

    private static Answer takenOver(Answer lost) {
        return lost.takenOver(new AnswerId(Sample.id("ans")), new NodeId(Sample.id("node")), LATER.plusSeconds(15));
    }

    @Test
    default void events_are_removed_of_answers_that_ended_long_ago_and_the_numbers_go_on() {
        WebChat chat = chat();
        WebChat other = chat();
        append(begun(chat), from(1, token("a"), done(chat.id())));
        answers().append(Map.of(begun(other).id(), from(1, done(other.id()))), LATER);

        answers().forget(LEASE.plusSeconds(1));

        assertThat(answers().events(chat.id(), 0, MANY)).isEmpty();
        assertThat(answers().events(other.id(), 0, MANY)).hasSize(1);
        assertThat(begun(chat).firstNumber()).isEqualTo(3);
    }

    @Test
    default void answers_are_deleted_with_their_chat_and_with_the_account() {
        WebChat chat = chat();
        WebChat ofErased = chat();
        append(begun(chat), from(1, token("a")));
        Answer erased = begun(ofErased);
        append(erased, from(1, token("a")));

        stores().webChats().remove(chat.id());
        Erasure.of(stores(), ofErased.userId());
        append(erased, from(2, token("late")));

        for (ChatId id : Set.of(chat.id(), ofErased.id())) {
            assertThat(answers().latest(id)).isEmpty();
            assertThat(answers().events(id, 0, MANY)).isEmpty();
        }
    }

    @RepeatedTest(10)
    default void events_are_added_to_the_answers_of_an_account_while_it_is_removed() throws Exception {
        UserId user = Given.someUser(stores());
        List<Answer> running = stores().transactions()
                .inTransaction(() -> IntStream.range(0, 400)
                        .mapToObj(i -> WebChatStoreContract.chat(user, "chat " + i, 0))
                        .peek(stores().webChats()::add)
                        .map(this::begun)
                        .toList());
        Map<AnswerId, List<Numbered<AnswerEvent>>> events =
                running.stream().collect(Collectors.toMap(Answer::id, answer -> from(1, token("a"))));

        AtOnce.run(List.of(
                () -> {
                    answers().append(events, LATER);
                    return true;
                },
                () -> Erasure.of(stores(), user)));

        assertThat(answers().append(events, LATER)).isEmpty();
    }

    @Test
    default void a_rollback_leaves_no_change() {
        WebChat chat = chat();
        Answer answer = begun(chat);
        WebChat other = chat();

        Undone.after(stores(), () -> {
            answers().begin(answer(other, Sample.NOW));
            append(answer, from(1, token("a"), done(chat.id())));
            answers().requestStop(chat.id(), Sample.NOW);
        });
        Undone.after(stores(), () -> answers().takeOver(answer.id(), takenOver(answer), LATER));
        Undone.after(stores(), () -> answers().giveUp(answer.id(), handover(chat), LATER));

        assertThat(answers().latest(other.id())).isEmpty();
        assertThat(answers().latest(chat.id())).contains(answer);
        assertThat(answers().events(chat.id(), 0, MANY)).isEmpty();
        assertThat(stored(answer)).contains(until(0));
    }
}
