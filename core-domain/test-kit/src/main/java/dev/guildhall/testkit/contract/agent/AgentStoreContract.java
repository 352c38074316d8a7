package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace.Outcome;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.AskedQuestion;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agent.RollingSummary;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link AgentStore} does. */
public interface AgentStoreContract {
    int MANY = 100;

    Stores stores();

    private AgentStore agents() {
        return stores().agents();
    }

    private static AgentTrace trace(int number) {
        return new AgentTrace(Sample.NOW.plusSeconds(number), Duration.ofSeconds(1), Outcome.COMPLETED, List.of());
    }

    @Test
    default void every_tool_is_enabled_until_its_user_disables_it() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        agents().enable(user, "web.search", true);

        agents().enable(user, "calculator.evaluate", false);
        agents().enable(user, "files.read", false);

        assertThat(agents().toolChoices(user))
                .isEqualTo(Map.of("web.search", true, "calculator.evaluate", false, "files.read", false));
        assertThat(agents().toolChoices(other)).isEmpty();
    }

    @Test
    default void a_tool_is_disabled_twice_as_once_and_enabled_again() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        agents().enable(other, "web.search", false);
        agents().enable(user, "web.search", false);
        agents().enable(user, "web.search", false);

        agents().enable(user, "web.search", true);

        assertThat(agents().toolChoices(user)).isEqualTo(Map.of("web.search", true));
        assertThat(agents().toolChoices(other)).isEqualTo(Map.of("web.search", false));
    }

    @Test
    default void a_user_without_an_account_disables_no_tools() {
        UserId unknown = new UserId(Sample.id("usr"));

        agents().enable(unknown, "web.search", false);

        assertThat(agents().toolChoices(unknown)).isEmpty();
    }

    @RepeatedTest(3)
    default void tools_that_are_disabled_at_once_are_all_disabled() throws Exception {
        UserId user = Given.someUser(stores());
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String tool = "tool" + i % 4;
            calls.add(() -> {
                agents().enable(user, tool, false);
                return true;
            });
        }

        AtOnce.run(calls);

        assertThat(agents().toolChoices(user)).containsOnlyKeys("tool0", "tool1", "tool2", "tool3");
    }

    @Test
    default void the_trace_of_an_answer_that_went_on_replaces_the_latest_one() {
        Chat chat = Given.someChat(stores());
        agents().replaceTrace(chat.id(), trace(1));
        assertThat(agents().traces(chat.id())).isEmpty();
        agents().addTrace(chat.id(), trace(1), MANY);
        agents().addTrace(chat.id(), trace(2).ended(Outcome.WAITING), MANY);

        agents().replaceTrace(chat.id(), trace(3));

        assertThat(agents().traces(chat.id())).containsExactly(trace(1), trace(3));
    }

    @Test
    default void a_trace_with_every_kind_of_step_is_read_unchanged() {
        Chat chat = Given.someChat(stores());
        AgentTrace trace = new AgentTrace(
                Sample.NOW.plusNanos(123),
                Duration.ofNanos(1_234_567_891L),
                Outcome.FAILED,
                List.of(
                        new AgentTrace.Recall(
                                Duration.ZERO,
                                Duration.ofNanos(77),
                                List.of(
                                        new AgentTrace.Remembered(new MemoryId(Sample.id("mem")), 1),
                                        new AgentTrace.Remembered(new MemoryId(Sample.id("mem")), 0.1234567890123))),
                        new AgentTrace.Recall(Duration.ofNanos(78), Duration.ofMillis(1), List.of()),
                        new AgentTrace.ModelCall(
                                Duration.ofMillis(2),
                                Duration.ofDays(1),
                                1,
                                Optional.of("openai/gpt 茶"),
                                Optional.of(Duration.ofMillis(180)),
                                new Usage(Long.MAX_VALUE, 7, true),
                                2,
                                Optional.empty(),
                                List.of(
                                        new AgentTrace.Message("system", "be \"brief\" \u0000"),
                                        new AgentTrace.Message("user", "茶?")),
                                "It is "),
                        new AgentTrace.ToolCall(
                                Duration.ofMillis(3), Duration.ZERO, 1, "call_1", "web.search", Optional.empty()),
                        new AgentTrace.ToolCall(
                                Duration.ofMillis(3),
                                Duration.ofMillis(9),
                                1,
                                "call_2",
                                "no such \"tool\"",
                                Optional.of("said \u0000 and \ud83d\n\"no\""),
                                Optional.of(FailureKind.UNKNOWN_TOOL),
                                Map.of("query", "茶 \u0000", "most", 3),
                                "there is no such tool"),
                        new AgentTrace.ModelCall(
                                Duration.ofMillis(12),
                                Duration.ofMillis(5),
                                2,
                                Optional.empty(),
                                Optional.empty(),
                                Usage.NONE,
                                0,
                                Optional.of("no provider answers"))));

        agents().addTrace(chat.id(), trace, MANY);

        assertThat(agents().traces(chat.id())).containsExactly(trace);
    }

    @Test
    default void an_answer_of_any_outcome_leaves_its_trace() {
        Chat chat = Given.someChat(stores());
        List<AgentTrace> traces = new ArrayList<>();
        for (Outcome outcome : Outcome.values()) {
            traces.add(new AgentTrace(Sample.NOW, Duration.ZERO, outcome, List.of()));
        }

        traces.forEach(trace -> agents().addTrace(chat.id(), trace, MANY));

        assertThat(agents().traces(chat.id())).isEqualTo(traces);
    }

    @Test
    default void beyond_the_limit_the_oldest_traces_are_removed() {
        Chat chat = Given.someChat(stores());
        Chat other = Given.someChat(stores());
        agents().addTrace(other.id(), trace(0), MANY);
        for (int i = 1; i <= 5; i++) {
            agents().addTrace(chat.id(), trace(i), 3);
        }

        List<AgentTrace> three = agents().traces(chat.id());
        agents().addTrace(chat.id(), trace(6), 2);
        List<AgentTrace> two = agents().traces(chat.id());
        agents().addTrace(chat.id(), trace(7), MANY);

        assertThat(three).containsExactly(trace(3), trace(4), trace(5));
        assertThat(two).containsExactly(trace(5), trace(6));
        assertThat(agents().traces(chat.id())).containsExactly(trace(5), trace(6), trace(7));
        assertThat(agents().traces(other.id())).containsExactly(trace(0));
    }

    @RepeatedTest(3)
    default void traces_that_are_kept_at_once_are_all_kept_and_no_more_than_so_many() throws Exception {
        Chat chat = Given.someChat(stores());
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            AgentTrace trace = trace(i);
            calls.add(() -> {
                agents().addTrace(chat.id(), trace, 6);
                return true;
            });
        }

        AtOnce.run(calls);

        assertThat(agents().traces(chat.id())).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    default void nothing_is_stored_for_an_unknown_chat() {
        ChatId none = new ChatId(Sample.id("chat"));

        agents().addTrace(none, trace(1), MANY);
        agents().putSummary(none, new RollingSummary("no messages", 1));

        assertThat(agents().traces(none)).isEmpty();
        assertThat(agents().summary(none)).isEmpty();
    }

    @Test
    default void a_summary_never_goes_back_to_fewer_messages() {
        Chat chat = Given.someChat(stores());
        RollingSummary four = new RollingSummary("they met, 茶 👋", 4);
        RollingSummary eight = new RollingSummary("they met and left", 8);

        Optional<RollingSummary> none = agents().summary(chat.id());
        agents().putSummary(chat.id(), four);
        Optional<RollingSummary> first = agents().summary(chat.id());
        agents().putSummary(chat.id(), eight);
        agents().putSummary(chat.id(), four);

        assertThat(none).isEmpty();
        assertThat(first).contains(four);
        assertThat(agents().summary(chat.id())).contains(eight);
        assertThat(agents().summary(Given.someChat(stores()).id())).isEmpty();
    }

    @Test
    default void a_summary_of_as_many_messages_replaces_the_previous_one() {
        Chat chat = Given.someChat(stores());
        agents().putSummary(chat.id(), new RollingSummary("before", 4));

        agents().putSummary(chat.id(), new RollingSummary("after", 4));

        assertThat(agents().summary(chat.id())).contains(new RollingSummary("after", 4));
    }

    @Test
    default void a_late_summary_does_not_replace_a_cleared_one() {
        Chat chat = Given.someChat(stores());
        agents().putSummary(chat.id(), new RollingSummary("they met", 4));

        agents().putSummary(chat.id(), RollingSummary.forgotten(6));
        agents().putSummary(chat.id(), new RollingSummary("they met and spoke", 5));
        Optional<RollingSummary> forgotten = agents().summary(chat.id());
        agents().putSummary(chat.id(), new RollingSummary("they met again", 8));

        assertThat(forgotten).contains(new RollingSummary("", 6));
        assertThat(agents().summary(chat.id())).contains(new RollingSummary("they met again", 8));
    }

    @RepeatedTest(3)
    default void of_concurrent_summaries_the_longest_is_kept() throws Exception {
        Chat chat = Given.someChat(stores());
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            RollingSummary summary = new RollingSummary("of " + i, i);
            calls.add(() -> {
                agents().putSummary(chat.id(), summary);
                return true;
            });
        }

        AtOnce.run(calls);

        assertThat(agents().summary(chat.id())).contains(new RollingSummary("of 8", 8));
    }

    @Test
    default void traces_and_summary_of_removed_messages_are_removed_too() {
        Chat chat = Given.someChat(stores());
        stores().conversations()
                .append(
                        chat.id(),
                        List.of(
                                at(Speaker.USER, 0),
                                at(Speaker.ASSISTANT, 1),
                                at(Speaker.USER, 2),
                                at(Speaker.ASSISTANT, 3)),
                        Optional.empty(),
                        Sample.NOW);
        AgentTrace failed = new AgentTrace(
                Sample.NOW.plusSeconds(2),
                Duration.ofSeconds(1),
                Outcome.FAILED,
                List.of(new AgentTrace.ToolCall(
                        Duration.ZERO, Duration.ZERO, 1, "call_1", "a\u0000b", Optional.empty())));
        agents().addTrace(chat.id(), trace(0), MANY);
        agents().addTrace(chat.id(), failed, MANY);
        agents().putSummary(chat.id(), new RollingSummary("all of it", 3));

        boolean first = stores().conversations().truncate(chat.id(), 3);
        List<AgentTrace> withoutAnswer = agents().traces(chat.id());
        Optional<RollingSummary> kept = agents().summary(chat.id());
        stores().conversations().truncate(chat.id(), 2);

        assertThat(first).isTrue();
        assertThat(withoutAnswer).containsExactly(trace(0));
        assertThat(kept).contains(new RollingSummary("all of it", 3));
        assertThat(agents().traces(chat.id())).containsExactly(trace(0));
        assertThat(agents().summary(chat.id())).isEmpty();
        stores().conversations().truncate(chat.id(), 0);
        assertThat(agents().traces(chat.id())).isEmpty();
    }

    private static ChatEntry at(Speaker speaker, int second) {
        return new ChatEntry(speaker, "x", Sample.NOW.plusSeconds(second));
    }

    @Test
    default void all_data_is_deleted_with_the_account_and_its_chats() {
        Chat chat = Given.someChat(stores());
        agents().enable(chat.userId(), "web.search", false);
        agents().addTrace(chat.id(), trace(1), MANY);
        agents().putSummary(chat.id(), new RollingSummary("they met", 2));

        stores().erase(chat.userId());

        assertThat(agents().toolChoices(chat.userId())).isEmpty();
        assertThat(agents().traces(chat.id())).isEmpty();
        assertThat(agents().summary(chat.id())).isEmpty();
    }

    @Test
    default void a_rollback_leaves_no_change() {
        Chat chat = Given.someChat(stores());
        agents().addTrace(chat.id(), trace(1), 1);

        Undone.after(stores(), () -> {
            agents().enable(chat.userId(), "web.search", false);
            agents().addTrace(chat.id(), trace(2), 1);
            agents().putSummary(chat.id(), new RollingSummary("they met", 2));
        });

        assertThat(agents().toolChoices(chat.userId())).isEmpty();
        assertThat(agents().traces(chat.id())).containsExactly(trace(1));
        assertThat(agents().summary(chat.id())).isEmpty();
    }

    @Test
    default void what_is_about_messages_that_a_chat_does_not_have_is_removed() {
        Chat chat = Given.someChat(stores());
        Chat longer = Given.someChat(stores());
        stores().conversations()
                .append(
                        longer.id(),
                        List.of(at(Speaker.USER, 0), at(Speaker.ASSISTANT, 5)),
                        Optional.empty(),
                        Sample.NOW);
        for (Chat each : List.of(chat, longer)) {
            agents().addTrace(each.id(), trace(1), MANY);
            agents().addTrace(each.id(), trace(6), MANY);
            agents().putSummary(each.id(), new RollingSummary("they met", 2));
        }

        agents().truncate(chat.id());
        agents().truncate(longer.id());

        assertThat(agents().traces(chat.id())).isEmpty();
        assertThat(agents().summary(chat.id())).isEmpty();
        assertThat(agents().traces(longer.id())).containsExactly(trace(1));
        assertThat(agents().summary(longer.id())).isPresent();
    }

    private AskedQuestion asked(Chat chat, ToolQuestion.Subject subject) {
        AskedQuestion asked = new AskedQuestion(chat.id(), chat.userId(), Sample.toolQuestion(subject));
        agents().ask(asked, Sample.NOW);
        return asked;
    }

    @Test
    default void a_question_is_read_unchanged_until_its_time_is_over() {
        Chat chat = Given.someChat(stores());
        AskedQuestion form = asked(
                chat, new ToolQuestion.Form(Map.of("type", "object", "title", "a\u0000 „b“", "required", List.of("x"))));
        AskedQuestion address = asked(chat, new ToolQuestion.Address("https://example.org/?a=b"));

        assertThat(agents().question(form.question().id(), Sample.NOW)).contains(form);
        assertThat(agents().question(address.question().id(), Sample.NOW)).contains(address);
        assertThat(agents().question(form.question().id(), form.question().expiresAt())).isEmpty();
        assertThat(agents().question(new QuestionId(Sample.id("ask")), Sample.NOW)).isEmpty();
    }

    @Test
    default void a_question_takes_one_answer_and_none_after_its_end() {
        Chat chat = Given.someChat(stores());
        QuestionId id = asked(chat, new ToolQuestion.Form(Map.of())).question().id();
        QuestionAnswer answer = new QuestionAnswer(QuestionAnswer.Action.ACCEPT, Map.of("a", List.of(1, "ü", true)));

        assertThat(agents().answerTo(id)).isEmpty();
        assertThat(agents().answer(id, answer)).isTrue();
        assertThat(agents().answer(id, new QuestionAnswer(QuestionAnswer.Action.DECLINE))).isFalse();
        assertThat(agents().answerTo(id)).contains(answer);
        assertThat(agents().close(id)).contains(answer);
        assertThat(agents().answerTo(id)).isEmpty();
        assertThat(agents().close(id)).isEmpty();
        assertThat(agents().answer(id, answer)).isFalse();
        assertThat(agents().answer(new QuestionId(Sample.id("ask")), answer)).isFalse();
    }

    @RepeatedTest(3)
    default void of_several_answers_at_once_and_the_end_of_the_question_one_counts() throws Exception {
        Chat chat = Given.someChat(stores());
        QuestionId id = asked(chat, new ToolQuestion.Form(Map.of())).question().id();
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            QuestionAnswer answer = new QuestionAnswer(QuestionAnswer.Action.ACCEPT, Map.of("n", i));
            calls.add(() -> agents().answer(id, answer));
        }
        calls.add(() -> agents().close(id).isPresent());

        List<Boolean> counted = AtOnce.run(calls);

        boolean closedFirst = counted.subList(0, 8).stream().noneMatch(taken -> taken);
        assertThat(counted.subList(0, 8)).filteredOn(taken -> taken).hasSizeLessThanOrEqualTo(1);
        assertThat(counted.getLast() || agents().close(id).isPresent()).isEqualTo(!closedFirst);
    }

    @Test
    default void questions_go_with_their_time_their_chat_and_their_user() {
        Chat chat = Given.someChat(stores());
        Chat removed = Given.someChat(stores());
        Chat erased = Given.someChat(stores());
        QuestionId old = asked(chat, new ToolQuestion.Form(Map.of())).question().id();
        QuestionId ofRemoved = asked(removed, new ToolQuestion.Form(Map.of())).question().id();
        QuestionId ofErased = asked(erased, new ToolQuestion.Form(Map.of())).question().id();

        stores().conversations().remove(removed.id());
        stores().erase(erased.userId());

        assertThat(agents().question(ofRemoved, Sample.NOW)).isEmpty();
        assertThat(agents().question(ofErased, Sample.NOW)).isEmpty();
        agents().ask(
                        new AskedQuestion(removed.id(), removed.userId(), Sample.toolQuestion(new ToolQuestion.Form(Map.of()))),
                        Sample.NOW.plusSeconds(3_600));
        assertThat(agents().question(old, Sample.NOW)).isEmpty();
    }

    @Test
    default void pictures_of_tools_are_read_in_their_chat_alone_and_go_with_their_message() {
        Chat chat = Given.someChat(stores());
        Chat other = Given.someChat(stores());
        MediaSource.Inline picture = new MediaSource.Inline("image/png", "iVBORw0KGgo=");
        MediaId first = new MediaId(Sample.id("med"));
        MediaId second = new MediaId(Sample.id("med"));
        MediaId lost = new MediaId(Sample.id("med"));
        stores().conversations()
                .append(
                        chat.id(),
                        List.of(at(Speaker.USER, 0), at(Speaker.ASSISTANT, 5)),
                        Optional.empty(),
                        Sample.NOW);

        agents().addMedia(chat.id(), 1, first, picture);
        agents().addMedia(chat.id(), 3, second, picture);
        agents().addMedia(new ChatId(Sample.id("chat")), 1, lost, picture);

        assertThat(agents().media(chat.id(), first).orElseThrow().base64().toString()).isEqualTo("iVBORw0KGgo=");
        assertThat(agents().media(other.id(), first)).isEmpty();
        assertThat(agents().media(chat.id(), lost)).isEmpty();
        assertThat(agents().mediaBytesOf(chat.userId())).isEqualTo(2 * picture.bytes());
        assertThat(agents().mediaBytesOf(other.userId())).isZero();
        stores().conversations().truncate(chat.id(), 2);
        assertThat(agents().media(chat.id(), first)).isPresent();
        assertThat(agents().media(chat.id(), second)).isEmpty();
        stores().conversations().remove(chat.id());
        assertThat(agents().media(chat.id(), first)).isEmpty();
        assertThat(agents().mediaBytesOf(chat.userId())).isZero();
    }
}
