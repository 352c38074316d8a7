package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.testkit.Sample;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link ReplyStore} does. */
public interface ReplyStoreContract {
    Instant LEASE = Sample.NOW.plusSeconds(15);
    Instant LATER = Sample.NOW.plusSeconds(20);
    int MANY = 100;

    Stores stores();

    private ReplyStore replies() {
        return stores().replies();
    }

    private WebChat chat() {
        WebChat chat = WebChatStoreContract.chat(Given.someUser(stores()), "a chat", 0);
        stores().webChats().add(chat);
        return chat;
    }

    private static Reply answer(WebChat chat, Instant now) {
        return new Reply(
                new ReplyId(Sample.id("ans")),
                chat.id(),
                chat.userId(),
                new NodeId(Sample.id("node")),
                Reply.Status.RUNNING,
                1,
                now,
                now.plusSeconds(15));
    }

    private Reply begun(WebChat chat) {
        return replies().begin(answer(chat, Sample.NOW)).orElseThrow();
    }

    private static List<Numbered<ReplyEvent>> from(int first, ReplyEvent... events) {
        return IntStream.range(0, events.length)
                .mapToObj(i -> new Numbered<>(first + i, events[i]))
                .toList();
    }

    private static ReplyEvent token(String text) {
        return new ReplyEvent.Token(text);
    }

    private static ReplyEvent done(ChatId chat) {
        return new ReplyEvent.Done(chat, "all of it", List.of("a.b"), false, List.of(), ReplyDetails.NONE);
    }

    private Map<ReplyId, ReplyStore.Stored> append(Reply answer, List<Numbered<ReplyEvent>> events) {
        return replies().append(Map.of(answer.id(), events), LEASE);
    }

    /** What is stored of a reply; absent when its node has lost it. */
    private Optional<ReplyStore.Stored> stored(Reply answer) {
        return Optional.ofNullable(append(answer, List.of()).get(answer.id()));
    }

    private static ReplyStore.Stored until(int newest) {
        return new ReplyStore.Stored(newest, false);
    }

    @Test
    default void an_answer_that_has_begun_is_the_latest_and_runs() {
        WebChat chat = chat();
        Reply answer = answer(chat, Sample.NOW);

        assertThat(replies().begin(answer)).contains(answer);
        assertThat(replies().latest(chat.id())).contains(answer);
        assertThat(replies().running(List.of(chat.id(), chat().id()), Sample.NOW))
                .containsExactly(chat.id());
        assertThat(replies().running(List.of(chat.id()), LEASE)).isEmpty();
        assertThat(replies().latest(chat().id())).isEmpty();
    }

    @Test
    default void a_chat_has_one_running_answer() {
        WebChat chat = chat();
        Reply first = begun(chat);

        assertThat(replies().begin(answer(chat, Sample.NOW.plusSeconds(14)))).isEmpty();
        assertThat(replies().latest(chat.id())).contains(first);
    }

    @Test
    default void no_answer_begins_in_an_unknown_chat() {
        WebChat chat = WebChatStoreContract.chat(Given.someUser(stores()), "never", 0);

        assertThat(replies().begin(answer(chat, Sample.NOW))).isEmpty();
        assertThat(replies().latest(chat.id())).isEmpty();
    }

    @RepeatedTest(5)
    default void of_answers_that_begin_at_once_in_a_chat_one_is_stored() throws Exception {
        WebChat chat = chat();
        Callable<Optional<Reply>> begin = () -> replies().begin(answer(chat, Sample.NOW));

        List<Optional<Reply>> kept = AtOnce.run(Collections.nCopies(6, begin));

        assertThat(kept.stream().flatMap(Optional::stream))
                .hasSize(1)
                .containsExactly(replies().latest(chat.id()).orElseThrow());
    }

    @RepeatedTest(5)
    default void of_answers_that_begin_at_once_after_an_expired_lease_one_is_stored() throws Exception {
        WebChat chat = chat();
        begun(chat);
        Callable<Optional<Reply>> begin = () -> replies().begin(answer(chat, LATER));

        assertThat(AtOnce.run(Collections.nCopies(6, begin)).stream().flatMap(Optional::stream))
                .hasSize(1);
        assertThat(replies().latest(chat.id()).orElseThrow().firstNumber()).isEqualTo(2);
        assertThat(replies().events(chat.id(), 0, MANY)).isEqualTo(from(1, ReplyEvent.Failed.NODE_LOST));
    }

    @Test
    default void events_of_every_kind_are_read_unchanged() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        Map<String, Object> data = Map.of("z", "a\u0000b \ud83d", "n", 1.5, "deep", List.of(true, Map.of("x", 1)));
        List<Numbered<ReplyEvent>> events = from(
                1,
                token("Größe "),
                token("\u0000"),
                token("\n\ud83d"),
                new ReplyEvent.Reasoned("so "),
                new ReplyEvent.Reasoned("that"),
                new ReplyEvent.ToolStarted("call_1", "web.search", data),
                token("between"),
                new ReplyEvent.ToolFinished(Sample.toolUse(data, new ToolOutcome.Success(data))),
                new ReplyEvent.ToolFinished(
                        Sample.toolUse(Map.of(), new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "no \"such\""))),
                new ReplyEvent.QuestionAsked(Sample.toolQuestion(new ToolQuestion.Form(data))),
                new ReplyEvent.QuestionAsked(Sample.toolQuestion(new ToolQuestion.Address("https://example.org/a"))),
                new ReplyEvent.QuestionEnded(new QuestionId("ask_1"), QuestionAnswer.Action.DECLINE),
                new ReplyEvent.Used(new Usage(Long.MAX_VALUE, 7, true)),
                new ReplyEvent.Done(
                        chat.id(),
                        "Größe \u0000",
                        List.of("b", "a"),
                        true,
                        List.of("cut „here“ \u0000"),
                        new ReplyDetails(
                                Optional.empty(),
                                Optional.of("model"),
                                new Usage(3, 4),
                                Optional.of(new Cost(new BigDecimal("0.5"), Currency.getInstance("EUR"))),
                                "thought",
                                Duration.ofMillis(1_500),
                                List.of())));

        append(answer, events);

        assertThat(replies().events(chat.id(), 0, MANY)).isEqualTo(events);
    }

    @Test
    default void events_are_read_behind_any_number_and_as_many_as_are_asked_for() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        append(answer, from(1, token("a"), token("b"), token("c")));
        append(answer, from(4, token("d")));
        append(answer, from(5, token("e"), done(chat.id())));

        assertThat(replies().events(chat.id(), 0, 2)).isEqualTo(from(1, token("a"), token("b")));
        assertThat(replies().events(chat.id(), 1, 3)).isEqualTo(from(2, token("b"), token("c"), token("d")));
        assertThat(replies().events(chat.id(), 4, MANY)).isEqualTo(from(5, token("e"), done(chat.id())));
        assertThat(replies().events(chat.id(), 6, MANY)).isEmpty();
    }

    @Test
    default void one_write_adds_to_several_answers_and_extends_their_leases() {
        WebChat chat = chat();
        WebChat quiet = chat();
        WebChat other = chat();
        Reply answer = begun(chat);
        Reply waiting = begun(quiet);
        Reply third = begun(other);

        Map<ReplyId, ReplyStore.Stored> stored =
                replies().append(Map.of(answer.id(), from(1, token("a")), waiting.id(), List.of()), LATER);

        assertThat(stored).isEqualTo(Map.of(answer.id(), until(1), waiting.id(), until(0)));
        assertThat(replies().latest(chat.id())).contains(answer.with(Reply.Status.RUNNING, LATER));
        assertThat(replies().latest(quiet.id())).contains(waiting.with(Reply.Status.RUNNING, LATER));
        assertThat(replies().latest(other.id())).contains(third);
        assertThat(replies().events(chat.id(), 0, MANY)).isEqualTo(from(1, token("a")));
        assertThat(replies().events(quiet.id(), 0, MANY)).isEmpty();
        assertThat(replies().append(Map.of(), LATER)).isEmpty();
    }

    @Test
    default void the_last_event_ends_its_answer_and_later_events_are_dropped() {
        WebChat chat = chat();
        Reply answer = begun(chat);

        Map<ReplyId, ReplyStore.Stored> atEnd = append(answer, from(1, token("a"), done(chat.id())));
        Map<ReplyId, ReplyStore.Stored> late = append(answer, from(3, token("late")));

        assertThat(atEnd).isEqualTo(Map.of(answer.id(), until(2)));
        assertThat(late).isEmpty();
        assertThat(replies().latest(chat.id()).orElseThrow().status()).isEqualTo(Reply.Status.ENDED);
        assertThat(replies().running(List.of(chat.id()), Sample.NOW)).isEmpty();
        assertThat(replies().events(chat.id(), 0, MANY)).hasSize(2);
    }

    @Test
    default void event_numbers_continue_across_answers_and_the_events_of_two_answers_are_kept() {
        WebChat chat = chat();
        append(begun(chat), from(1, token("a"), done(chat.id())));
        Reply second = begun(chat);
        append(second, from(3, token("b"), done(chat.id())));
        List<Numbered<ReplyEvent>> ofTwo = replies().events(chat.id(), 0, MANY);

        Reply third = begun(chat);

        assertThat(second.firstNumber()).isEqualTo(3);
        assertThat(third.firstNumber()).isEqualTo(5);
        assertThat(ofTwo).extracting(Numbered::number).containsExactly(1, 2, 3, 4);
        assertThat(replies().events(chat.id(), 0, MANY))
                .extracting(Numbered::number)
                .containsExactly(3, 4);
    }

    @Test
    default void an_answer_after_an_expired_lease_ends_the_previous_one_and_drops_its_late_events() {
        WebChat chat = chat();
        Reply lost = begun(chat);
        append(lost, from(1, token("a")));

        Reply next = replies().begin(answer(chat, LATER)).orElseThrow();
        append(lost, from(2, token("late")));
        append(next, from(3, token("b")));

        assertThat(next.firstNumber()).isEqualTo(3);
        assertThat(replies().events(chat.id(), 0, MANY))
                .isEqualTo(from(1, token("a"), ReplyEvent.Failed.NODE_LOST, token("b")));
        assertThat(replies().latest(chat.id()).map(Reply::id)).contains(next.id());
    }

    @RepeatedTest(3)
    default void an_answer_that_is_renewed_while_another_begins_either_ends_or_continues() throws Exception {
        WebChat chat = chat();
        Reply lost = begun(chat);
        List<Callable<Boolean>> calls = new ArrayList<>();
        calls.add(() -> replies().begin(answer(chat, LATER)).isPresent());
        calls.add(() -> {
            replies().append(Map.of(lost.id(), from(1, token("a"))), LATER.plusSeconds(15));
            return true;
        });

        boolean begun = AtOnce.run(calls).getFirst();

        Reply latest = replies().latest(chat.id()).orElseThrow();
        List<ReplyEvent> events = replies().events(chat.id(), 0, MANY).stream()
                .map(Numbered::event)
                .toList();
        assertThat(latest.id().equals(lost.id())).isNotEqualTo(begun);
        assertThat(events).containsExactly(begun ? ReplyEvent.Failed.NODE_LOST : token("a"));
    }

    @Test
    default void a_running_answer_is_to_be_stopped_by_its_node_until_it_has_ended() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        Reply other = begun(chat());

        assertThat(replies().requestStop(chat.id(), Sample.NOW)).isTrue();
        assertThat(stored(answer)).contains(new ReplyStore.Stored(0, true));
        assertThat(stored(other)).contains(until(0));
        append(answer, from(1, done(chat.id())));
        assertThat(stored(answer)).isEmpty();
        assertThat(replies().requestStop(chat.id(), Sample.NOW)).isFalse();
        assertThat(stored(begun(chat))).contains(until(1));
    }

    @Test
    default void an_answer_is_lost_when_its_chat_is_removed_or_has_another_answer() {
        WebChat removed = chat();
        WebChat asked = chat();
        Reply ofRemoved = begun(removed);
        Reply lost = begun(asked);

        stores().webChats().remove(removed.id());
        Reply next = replies().begin(answer(asked, LATER)).orElseThrow();

        assertThat(stored(ofRemoved)).isEmpty();
        assertThat(stored(lost)).isEmpty();
        assertThat(stored(next)).contains(until(1));
    }

    @Test
    default void events_whose_write_is_repeated_are_stored_once() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        List<Numbered<ReplyEvent>> written = from(1, token("a"), token("b"));
        List<Numbered<ReplyEvent>> withMore = from(1, token("a"), token("b"), done(chat.id()));

        List<ReplyStore.Stored> stored = Stream.of(written, written, withMore, from(3, token("c")), from(5, token("e")))
                .map(events -> append(answer, events).get(answer.id()))
                .toList();

        assertThat(stored).containsExactly(until(2), until(2), until(2), until(3), until(3));
        assertThat(replies().events(chat.id(), 0, MANY)).isEqualTo(from(1, token("a"), token("b"), token("c")));
        assertThat(replies().latest(chat.id()).orElseThrow().status()).isEqualTo(Reply.Status.RUNNING);
    }

    @Test
    default void the_newest_event_is_known_when_the_events_are_removed_too() {
        WebChat chat = chat();
        int before = replies().newest(chat.id());
        Reply answer = begun(chat);
        int begun = replies().newest(chat.id());
        append(answer, from(1, token("a"), token("b")));
        int running = replies().newest(chat.id());
        append(answer, from(3, done(chat.id())));
        replies().forget(LATER);

        assertThat(List.of(before, begun, running)).containsExactly(0, 0, 2);
        assertThat(replies().events(chat.id(), 0, MANY)).isEmpty();
        assertThat(replies().newest(chat.id())).isEqualTo(3);
    }

    @Test
    default void an_answer_whose_lease_has_expired_is_not_stopped() {
        WebChat chat = chat();
        begun(chat);

        assertThat(replies().requestStop(chat.id(), LATER)).isFalse();
        assertThat(replies().requestStop(chat().id(), Sample.NOW)).isFalse();
    }

    @Test
    default void only_running_answers_with_an_expired_lease_are_lost() {
        Reply lost = begun(chat());
        Reply alive = replies().begin(answer(chat(), LATER)).orElseThrow();
        WebChat answered = chat();
        append(begun(answered), from(1, done(answered.id())));

        List<Reply> found = replies().lost(LATER, MANY);

        assertThat(found).contains(lost).doesNotContain(alive);
        assertThat(found).extracting(Reply::chatId).doesNotContain(answered.id());
        assertThat(replies().lost(LEASE.minusMillis(1), MANY)).doesNotContain(lost);
        assertThat(replies().lost(LATER, 1)).hasSize(1);
    }

    @Test
    default void a_node_that_takes_over_a_lost_answer_ends_it_and_the_previous_node_adds_no_events() {
        WebChat chat = chat();
        Reply lost = begun(chat);
        append(lost, from(1, token("a")));
        Reply mine = takenOver(lost);

        boolean isMine = replies().takeOver(lost.id(), mine, LATER);
        append(lost, from(2, token("late")));
        replies().append(Map.of(mine.id(), from(2, ReplyEvent.Failed.NODE_LOST)), LATER);

        assertThat(isMine).isTrue();
        assertThat(replies().events(chat.id(), 0, MANY)).isEqualTo(from(1, token("a"), ReplyEvent.Failed.NODE_LOST));
        assertThat(replies().latest(chat.id())).contains(mine.with(Reply.Status.ENDED, LATER));
        assertThat(stored(lost)).isEmpty();
    }

    @Test
    default void an_answer_that_is_alive_or_has_ended_is_not_taken_over() {
        WebChat chat = chat();
        Reply alive = begun(chat);
        boolean whileAlive = replies().takeOver(alive.id(), takenOver(alive), LEASE.minusMillis(1));
        append(alive, from(1, done(chat.id())));

        boolean whenEnded = replies().takeOver(alive.id(), takenOver(alive), LATER);

        assertThat(List.of(whileAlive, whenEnded)).containsExactly(false, false);
        assertThat(replies().latest(chat.id()).map(Reply::id)).contains(alive.id());
    }

    @RepeatedTest(3)
    default void of_nodes_that_take_over_a_lost_answer_at_once_one_succeeds() throws Exception {
        Reply lost = begun(chat());
        Callable<Boolean> taking = () -> replies().takeOver(lost.id(), takenOver(lost), LATER);

        assertThat(AtOnce.run(Collections.nCopies(6, taking))).containsOnlyOnce(true);
    }

    @Test
    default void an_answer_that_waits_for_an_approval_is_not_lost_and_is_taken_over_once() {
        WebChat chat = chat();
        Reply answer = begun(chat);

        boolean isSuspended = replies().suspend(answer.id());
        List<Reply> lost = replies().lost(LATER, MANY);
        Set<ChatId> running = replies().running(List.of(chat.id()), Sample.NOW);
        Reply waiting = replies().latest(chat.id()).orElseThrow();
        boolean isStopped = replies().requestStop(chat.id(), Sample.NOW);
        boolean isTaken = replies().takeOver(answer.id(), takenOver(answer), Sample.NOW);
        boolean isTakenAgain = replies().takeOver(answer.id(), takenOver(answer), Sample.NOW);

        assertThat(isSuspended).isTrue();
        assertThat(lost).extracting(Reply::chatId).doesNotContain(chat.id());
        assertThat(running).isEmpty();
        assertThat(waiting.status()).isEqualTo(Reply.Status.WAITING);
        assertThat(List.of(isStopped, isTaken, isTakenAgain)).containsExactly(false, true, false);
        assertThat(replies().latest(chat.id()).map(Reply::status)).contains(Reply.Status.RUNNING);
        assertThat(replies().suspend(answer.id())).isFalse();
    }

    @Test
    default void the_next_question_ends_an_answer_that_waits_for_an_approval() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        replies().suspend(answer.id());

        Reply next = replies().begin(answer(chat, Sample.NOW)).orElseThrow();

        assertThat(replies().latest(chat.id())).contains(next);
        assertThat(replies().events(chat.id(), 0, MANY).getLast().event()).isEqualTo(ReplyEvent.Failed.WITHDRAWN);
    }

    private static Handover handover(WebChat chat) {
        Caller.User caller = new Caller.User(
                chat.userId(),
                new ProfileId(Sample.id("prf")),
                new SessionId(Sample.id("ses")),
                Set.of(Role.USER, Role.ADMIN),
                Optional.of(new AllowedTools(Set.of("a.b", "c"))));
        Sampling sampling = new Sampling(Optional.of("model \u00f6"), OptionalDouble.of(0.5), OptionalInt.of(7), new DecodingOptions(
                        OptionalDouble.of(0.9),
                        List.of("END"),
                        OptionalLong.of(Long.MAX_VALUE),
                        OptionalDouble.of(-0.5),
                        OptionalDouble.of(1.5),
                        true,
                        List.of(new DecodingOptions.Setting("reasoning_effort", "high", "reasoningEffort"),
                                new DecodingOptions.Setting("bias", Map.of("7", 1), "bias"))));
        AgentOptions options = new AgentOptions(
                sampling,
                Optional.of(true),
                Optional.of(List.of("c", "a.b")),
                new Change.Replaced<>(new AssistantId("ast_1")),
                List.of(new CollectionId("col_1")),
                true);
        return new Handover(caller, AgentMode.WITHOUT_TASKS, options, 3);
    }

    @Test
    default void an_answer_that_its_node_gave_up_runs_until_another_node_takes_it_over() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        append(answer, from(1, token("a")));
        Handover handover = handover(chat);

        boolean isGivenUp = replies().giveUp(answer.id(), handover, LATER);
        List<Reply> lost = replies().lost(Sample.NOW, MANY);
        Set<ChatId> running = replies().running(List.of(chat.id()), Sample.NOW);
        Optional<Reply> another = replies().begin(answer(chat, Sample.NOW));
        boolean isStopped = replies().requestStop(chat.id(), Sample.NOW);
        Reply mine = takenOver(answer);
        boolean isMine = replies().takeOver(answer.id(), mine, Sample.NOW);

        assertThat(isGivenUp).isTrue();
        assertThat(lost).contains(answer.givenUp(handover, LATER));
        assertThat(running).containsExactly(chat.id());
        assertThat(another).isEmpty();
        assertThat(List.of(isStopped, isMine)).containsExactly(true, true);
        assertThat(stored(answer)).isEmpty();
        assertThat(stored(mine)).contains(new ReplyStore.Stored(1, true));
        assertThat(replies().latest(chat.id())).contains(mine.with(Reply.Status.RUNNING, LEASE));
        assertThat(replies().lost(Sample.NOW, MANY)).extracting(Reply::chatId).doesNotContain(chat.id());
    }

    @Test
    default void an_answer_that_was_given_up_and_ends_with_the_next_question_has_no_handover() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        replies().giveUp(answer.id(), handover(chat), LEASE);

        Reply next = replies().begin(answer(chat, LATER)).orElseThrow();

        assertThat(replies().latest(chat.id())).contains(next);
        assertThat(next.handover()).isEmpty();
    }

    @Test
    default void an_answer_that_was_given_up_and_has_ended_has_no_handover() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        replies().giveUp(answer.id(), handover(chat), LATER);
        append(answer, from(1, token("a")));
        boolean isKept = replies().latest(chat.id()).orElseThrow().handover().isPresent();

        append(answer, from(2, done(chat.id())));

        Reply ended = replies().latest(chat.id()).orElseThrow();
        assertThat(isKept).isTrue();
        assertThat(ended.status()).isEqualTo(Reply.Status.ENDED);
        assertThat(ended.handover()).isEmpty();
    }

    @Test
    default void an_answer_that_has_ended_is_not_given_up() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        append(answer, from(1, done(chat.id())));

        boolean isGivenUp = replies().giveUp(answer.id(), handover(chat), LATER);

        assertThat(isGivenUp).isFalse();
        assertThat(replies().giveUp(new ReplyId(Sample.id("ans")), handover(chat), LATER))
                .isFalse();
        assertThat(replies().latest(chat.id()).orElseThrow().handover()).isEmpty();
    }

    @RepeatedTest(3)
    default void of_nodes_that_take_over_an_answer_that_was_given_up_at_once_one_succeeds() throws Exception {
        WebChat chat = chat();
        Reply answer = begun(chat);
        replies().giveUp(answer.id(), handover(chat), LATER);
        Callable<Boolean> taking = () -> replies().takeOver(answer.id(), takenOver(answer), Sample.NOW);

        assertThat(AtOnce.run(Collections.nCopies(6, taking))).containsOnlyOnce(true);
    }

    private static Reply takenOver(Reply lost) {
        return lost.takenOver(new ReplyId(Sample.id("ans")), new NodeId(Sample.id("node")), LATER.plusSeconds(15));
    }

    @Test
    default void events_are_removed_of_answers_that_ended_long_ago_and_the_numbers_go_on() {
        WebChat chat = chat();
        WebChat other = chat();
        append(begun(chat), from(1, token("a"), done(chat.id())));
        replies().append(Map.of(begun(other).id(), from(1, done(other.id()))), LATER);

        replies().forget(LEASE.plusSeconds(1));

        assertThat(replies().events(chat.id(), 0, MANY)).isEmpty();
        assertThat(replies().events(other.id(), 0, MANY)).hasSize(1);
        assertThat(begun(chat).firstNumber()).isEqualTo(3);
    }

    @Test
    default void answers_are_deleted_with_their_chat_and_with_the_account() {
        WebChat chat = chat();
        WebChat ofErased = chat();
        append(begun(chat), from(1, token("a")));
        Reply erased = begun(ofErased);
        append(erased, from(1, token("a")));

        stores().webChats().remove(chat.id());
        stores().erase(ofErased.userId());
        append(erased, from(2, token("late")));

        for (ChatId id : Set.of(chat.id(), ofErased.id())) {
            assertThat(replies().latest(id)).isEmpty();
            assertThat(replies().events(id, 0, MANY)).isEmpty();
        }
    }

    @Tag(ReplaceableStores.SLOW)
    @RepeatedTest(10)
    default void events_are_added_to_the_answers_of_an_account_while_it_is_removed() throws Exception {
        UserId user = Given.someUser(stores());
        List<Reply> running = stores().transactions()
                .inTransaction(() -> IntStream.range(0, 400)
                        .mapToObj(i -> WebChatStoreContract.chat(user, "chat " + i, 0))
                        .peek(stores().webChats()::add)
                        .map(this::begun)
                        .toList());
        Map<ReplyId, List<Numbered<ReplyEvent>>> events =
                running.stream().collect(Collectors.toMap(Reply::id, answer -> from(1, token("a"))));

        AtOnce.run(List.of(
                () -> {
                    replies().append(events, LATER);
                    return true;
                },
                () -> stores().erase(user)));

        assertThat(replies().append(events, LATER)).isEmpty();
    }

    @Test
    default void a_rollback_leaves_no_change() {
        WebChat chat = chat();
        Reply answer = begun(chat);
        WebChat other = chat();

        Undone.after(stores(), () -> {
            replies().begin(answer(other, Sample.NOW));
            append(answer, from(1, token("a"), done(chat.id())));
            replies().requestStop(chat.id(), Sample.NOW);
        });
        Undone.after(stores(), () -> replies().takeOver(answer.id(), takenOver(answer), LATER));
        Undone.after(stores(), () -> replies().giveUp(answer.id(), handover(chat), LATER));

        assertThat(replies().latest(other.id())).isEmpty();
        assertThat(replies().latest(chat.id())).contains(answer);
        assertThat(replies().events(chat.id(), 0, MANY)).isEmpty();
        assertThat(stored(answer)).contains(until(0));
    }

    @Test
    default void the_replies_of_a_chat_are_removed_while_it_stays() {
        WebChat chat = chat();
        append(begun(chat), from(1, token("a")));

        replies().remove(chat.id());

        assertThat(replies().latest(chat.id())).isEmpty();
        assertThat(replies().events(chat.id(), 0, MANY)).isEmpty();
        assertThat(stores().webChats().find(chat.id())).contains(chat);
    }
}
