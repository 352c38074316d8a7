package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ReplyPiece;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.ReplaceableStores;
import dev.guildhall.testkit.contract.Undone;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link ConversationStore} does; {@link ToolUseStorageContract} covers tool uses. */
public interface ConversationStoreContract {
    Stores stores();

    private ConversationStore conversations() {
        return stores().conversations();
    }

    @Test
    default void a_chat_keeps_the_assistant_that_was_set_last() {
        Chat chat = Given.someChat(stores());
        AssistantId first = new AssistantId("ast_1");
        AssistantId second = new AssistantId("ast_2");

        stores().conversations().setAssistant(chat.id(), Optional.of(first));
        stores().conversations().setAssistant(chat.id(), Optional.of(second));
        append(chat, "a");

        assertThat(stores().conversations().find(chat.id()).orElseThrow().assistant())
                .contains(second);
        Chat begun = new Chat(
                new ChatId(Sample.id("chat")), chat.userId(), chat.mode(), Sample.NOW, Sample.NOW, 0, Optional.of(first));
        stores().conversations().add(begun, List.of(), Optional.empty());
        assertThat(stores().conversations().find(begun.id())).contains(begun);
    }

    @Test
    default void a_chat_whose_assistant_was_removed_has_none() {
        Chat chat = Given.someChat(stores());
        stores().conversations().setAssistant(chat.id(), Optional.of(new AssistantId("ast_1")));

        stores().conversations().setAssistant(chat.id(), Optional.empty());

        assertThat(stores().conversations().find(chat.id()).orElseThrow().assistant())
                .isEmpty();
    }

    @Test
    default void an_added_conversation_is_found_and_has_no_messages() {
        Chat chat = Sample.chat(Given.someUser(stores()))
                .mode(AgentMode.WITHOUT_TASKS)
                .build();

        conversations().add(chat, List.of(), Optional.empty());

        assertThat(conversations().find(chat.id())).contains(chat);
        assertThat(conversations().latest(chat.id(), 10)).isEmpty();
    }

    @Test
    default void a_conversation_is_added_with_its_first_messages_and_accepts_more() {
        Chat chat = Sample.chat(Given.someUser(stores())).messageCount(2).build();
        List<ChatEntry> first = said("a", "b");

        conversations().add(chat, first, Optional.empty());

        assertThat(append(chat, "c")).isEqualTo(new Turn(3, 2));
        assertThat(conversations().latest(chat.id(), 10))
                .extracting(ChatEntry::content)
                .containsExactly("a", "b", "c");
        assertThat(conversations().latest(chat.id(), 3).subList(0, 2)).isEqualTo(first);
    }

    @Test
    default void an_unknown_conversation_is_not_found_and_accepts_no_messages() {
        ChatId unknown = new ChatId(Sample.id("chat"));

        assertThat(conversations().append(unknown, List.of(Sample.said("hello")), Optional.empty(), Sample.NOW))
                .isEmpty();
        assertThat(conversations().find(unknown)).isEmpty();
        assertThat(conversations().latest(unknown, 10)).isEmpty();
    }

    @Test
    default void messages_are_read_in_the_order_of_their_appends() {
        Chat chat = Given.someChat(stores());
        ChatEntry first = new ChatEntry(Speaker.SYSTEM, "be kind", Sample.NOW);
        ChatEntry second = new ChatEntry(Speaker.USER, "hello\n\t\"you\" 👋 \\ 你好", Sample.NOW.minusSeconds(5));
        ChatEntry third = new ChatEntry(Speaker.ASSISTANT, "", Sample.NOW).withNotices(List.of("one", "two"));

        conversations().append(chat.id(), List.of(first, second), Optional.empty(), Sample.NOW);
        conversations().append(chat.id(), List.of(third), Optional.empty(), Sample.NOW);

        assertThat(conversations().latest(chat.id(), 10)).containsExactly(first, second, third);
    }

    @Test
    default void the_parts_of_a_message_are_kept_in_their_order() {
        Chat chat = Given.someChat(stores());
        ChatEntry message = ChatEntry.of(
                new NewMessage(
                        Speaker.USER,
                        List.of(
                                new ContentPart.Text("see \u4f60 "),
                                ContentPart.Media.of(ContentPart.Kind.PICTURE, "data:image/png;base64,iVBORw0KGgo="),
                                new ContentPart.Media(
                                        ContentPart.Kind.PICTURE,
                                        MediaSource.parse("https://example.org/a.png"),
                                        Optional.empty(),
                                        Optional.of("low"),
                                        Optional.empty()),
                                ContentPart.Media.of(ContentPart.Kind.SOUND, "data:audio/wav;base64,UklGRg=="),
                                new ContentPart.Media(
                                        ContentPart.Kind.FILE,
                                        MediaSource.parse("data:application/pdf;base64,JVBERi0="),
                                        Optional.of("a.pdf")),
                                new ContentPart.Text("these"))),
                Sample.NOW);

        conversations()
                .append(chat.id(), List.of(Sample.said("a"), message, Sample.said("b")), Optional.empty(), Sample.NOW);

        assertThat(message.content()).isEqualTo("see \u4f60 these");
        assertThat(conversations().latest(chat.id(), 2)).containsExactly(message, Sample.said("b"));
        assertThat(conversations().range(chat.id(), 0, 2)).containsExactly(Sample.said("a"), message);
    }

    @Test
    default void an_incomplete_answer_is_marked_until_a_complete_one_replaces_it() {
        Chat chat = Given.someChat(stores());
        Turn turn = append(chat, "a");
        ChatEntry answer = Sample.answered("one two");

        for (IncompleteReason reason : IncompleteReason.values()) {
            assertThat(answer(chat, turn, answer.ended(reason))).isTrue();
            assertThat(conversations().latest(chat.id(), 1)).containsExactly(answer.ended(reason));
        }
        assertThat(answer(chat, turn, answer)).isTrue();

        assertThat(conversations().range(chat.id(), 0, 10)).containsExactly(Sample.said("a"), answer);
    }

    @Test
    default void appending_counts_the_messages_and_moves_the_last_activity() {
        Chat chat = Given.someChat(stores());
        Instant later = Sample.NOW.plusSeconds(60);

        Turn two = append(chat, "a", "b");
        Optional<Turn> three = conversations().append(chat.id(), said("c"), Optional.empty(), later);

        assertThat(two.messages()).isEqualTo(2);
        assertThat(three).contains(new Turn(3, two.number() + 1));
        assertThat(conversations().find(chat.id()))
                .contains(new Chat(chat.id(), chat.userId(), chat.mode(), chat.createdAt(), later, 3));
    }

    @Test
    default void the_answer_of_a_turn_follows_its_question_and_replaces_its_draft() {
        Chat chat = Given.someChat(stores());
        Instant later = Sample.NOW.plusSeconds(60);
        ToolUse use = new ToolUse("c1", 1, "a.b", Map.of("n", 1), new ToolOutcome.Success("done"));
        ChatEntry whole = new ChatEntry(Speaker.ASSISTANT, "whole 👋", List.of(use), later)
                .withNotices(List.of("The model received a „part“.", "Another sentence 👋"))
                .withDetails(new ReplyDetails(
                        Optional.of(new AssistantVersion(new AssistantId("ast_1"), 3)),
                        Optional.of("model"),
                        new Usage(7, 5, true),
                        Optional.of(new Cost(new BigDecimal("0.0125"), Currency.getInstance("USD"))),
                        "thought 👋",
                        Duration.ofMillis(1_250),
                        List.of(
                                new Citation(
                                        1, new DocumentId("doc_1"), "a.pdf", Optional.of(12), "quoted", Optional.of(3)),
                                new Citation(
                                        2, new DocumentId("doc_2"), "b.md", Optional.empty(), "too", Optional.empty()))));
        Turn turn = append(chat, "a", "b");

        assertThat(answer(chat, turn, Sample.answered("draft"))).isTrue();
        assertThat(conversations().storeReply(chat.id(), turn, whole, later)).isTrue();

        assertThat(conversations().latest(chat.id(), 10)).containsExactly(Sample.said("a"), Sample.said("b"), whole);
        assertThat(conversations().find(chat.id()))
                .contains(new Chat(chat.id(), chat.userId(), chat.mode(), chat.createdAt(), later, 3));
        assertThat(append(chat, "c").messages()).isEqualTo(4);
    }

    @Test
    default void the_first_messages_of_a_new_conversation_are_answered() {
        Chat chat = Sample.chat(Given.someUser(stores())).messageCount(1).build();
        conversations().add(chat, said("a"), Optional.empty());

        assertThat(answer(chat, Turn.first(1), Sample.answered("b"))).isTrue();

        assertThat(contents(chat)).containsExactly("a", "b");
    }

    @Test
    default void pieces_continue_interrupted_answers_of_several_conversations() {
        Chat one = Given.someChat(stores());
        Chat two = Given.someChat(stores());
        Turn first = append(one, "a");
        Turn second = append(two, "b", "c");
        answer(one, first, interrupted("to "));
        answer(two, second, interrupted("👋"));

        Set<ChatId> stored = conversations()
                .extend(List.of(new ReplyPiece(one.id(), first, 3, "a"), new ReplyPiece(two.id(), second, 2, " c")));
        conversations().extend(List.of(new ReplyPiece(one.id(), first, 4, " and more")));

        assertThat(stored).containsExactlyInAnyOrder(one.id(), two.id());
        assertThat(conversations().latest(one.id(), 1)).containsExactly(interrupted("to a and more"));
        assertThat(contents(two)).containsExactly("b", "c", "👋 c");
    }

    @Test
    default void a_piece_that_is_stored_again_with_more_text_is_there_once() {
        Chat chat = Given.someChat(stores());
        Turn turn = append(chat, "a");
        answer(chat, turn, interrupted("to "));

        conversations().extend(List.of(new ReplyPiece(chat.id(), turn, 3, "a")));
        Set<ChatId> again = conversations().extend(List.of(new ReplyPiece(chat.id(), turn, 3, "a b")));

        assertThat(again).containsExactly(chat.id());
        assertThat(contents(chat)).containsExactly("a", "to a b");
    }

    @Test
    default void an_answer_replaces_its_pieces() {
        Chat chat = Given.someChat(stores());
        Turn turn = append(chat, "a");
        answer(chat, turn, interrupted("to "));
        conversations().extend(List.of(new ReplyPiece(chat.id(), turn, 3, "a")));

        answer(chat, turn, interrupted("to a, "));
        conversations().extend(List.of(new ReplyPiece(chat.id(), turn, 6, "b")));
        List<String> draft = contents(chat);
        append(chat, "next");
        answer(chat, turn, interrupted("to all"));

        assertThat(draft).containsExactly("a", "to a, b");
        assertThat(contents(chat)).containsExactly("a", "to all", "next");
    }

    @Test
    default void a_piece_without_an_interrupted_answer_of_its_turn_is_not_stored() {
        Chat chat = Given.someChat(stores());
        Turn turn = append(chat, "a");
        ReplyPiece piece = new ReplyPiece(chat.id(), turn, 0, "piece");

        assertThat(conversations().extend(List.of(piece))).isEmpty();
        answer(chat, turn, Sample.answered("whole"));
        assertThat(conversations().extend(List.of(piece))).isEmpty();
        assertThat(contents(chat)).containsExactly("a", "whole");
        conversations().truncate(chat.id(), 1);
        assertThat(conversations().extend(List.of(piece))).isEmpty();
        conversations().remove(chat.id());
        assertThat(conversations().extend(List.of(piece))).isEmpty();
    }

    @Test
    default void a_turn_that_is_taken_over_has_the_pieces_of_its_answer_and_gets_no_more_of_the_lost_node() {
        Chat chat = Given.someChat(stores());
        Turn lost = append(chat, "a");
        answer(chat, lost, interrupted("to "));
        conversations().extend(List.of(new ReplyPiece(chat.id(), lost, 3, "a")));

        Turn taken = conversations().takeOver(chat.id()).orElseThrow();
        Set<ChatId> late = conversations().extend(List.of(new ReplyPiece(chat.id(), lost, 4, " of the lost node")));
        Set<ChatId> stored = conversations().extend(List.of(new ReplyPiece(chat.id(), taken, 4, " and b")));

        assertThat(late).isEmpty();
        assertThat(stored).containsExactly(chat.id());
        assertThat(contents(chat)).containsExactly("a", "to a and b");
    }

    @Test
    default void a_removed_answer_leaves_no_piece_behind() {
        Chat chat = Given.someChat(stores());
        Turn turn = append(chat, "a");
        answer(chat, turn, interrupted("to "));
        conversations().extend(List.of(new ReplyPiece(chat.id(), turn, 3, "a")));

        conversations().truncate(chat.id(), 1);
        Turn next = conversations().takeOver(chat.id()).orElseThrow();
        answer(chat, next, interrupted("anew"));

        assertThat(contents(chat)).containsExactly("a", "anew");
    }

    private static ChatEntry interrupted(String text) {
        return Sample.answered(text).ended(IncompleteReason.INTERRUPTED);
    }

    @Test
    default void an_answer_that_is_later_than_the_next_question_is_not_stored_behind_it() {
        Chat chat = Given.someChat(stores());
        Turn slow = append(chat, "a");
        Turn newer = append(chat, "b");
        answer(chat, newer, Sample.answered("to b"));
        Optional<Chat> before = conversations().find(chat.id());

        boolean isStored =
                conversations().storeReply(chat.id(), slow, Sample.answered("to a"), Sample.NOW.plusSeconds(60));

        assertThat(isStored).isFalse();
        assertThat(contents(chat)).containsExactly("a", "b", "to b");
        assertThat(conversations().find(chat.id())).isEqualTo(before);
    }

    @Test
    default void an_answer_whose_draft_was_stored_before_the_next_question_replaces_it_there() {
        Chat chat = Given.someChat(stores());
        Turn slow = append(chat, "a");
        answer(chat, slow, Sample.answered("to"));
        append(chat, "b");
        Instant before = conversations().find(chat.id()).orElseThrow().lastActivity();

        boolean isStored =
                conversations().storeReply(chat.id(), slow, Sample.answered("to a"), before.minusSeconds(60));
        Instant changed = conversations().find(chat.id()).orElseThrow().lastActivity();
        conversations().storeReply(chat.id(), slow, Sample.answered("to a!"), before.plusSeconds(60));

        assertThat(isStored).isTrue();
        assertThat(contents(chat)).containsExactly("a", "to a!", "b");
        assertThat(changed).isEqualTo(before.plusMillis(1));
        assertThat(conversations().find(chat.id()).orElseThrow().lastActivity()).isEqualTo(before.plusSeconds(60));
        assertThat(conversations().find(chat.id()).orElseThrow().messageCount()).isEqualTo(3);
    }

    @Test
    default void a_turn_that_was_taken_over_is_answered_under_its_new_number_alone() {
        Chat chat = Given.someChat(stores());
        Turn lost = append(chat, "a");

        Turn taken = conversations().takeOver(chat.id()).orElseThrow();

        assertThat(taken).isEqualTo(new Turn(1, lost.number() + 1));
        assertThat(answer(chat, lost, Sample.answered("lost"))).isFalse();
        assertThat(answer(chat, taken, Sample.answered("kept"))).isTrue();
        assertThat(answer(chat, lost, Sample.answered("lost"))).isFalse();
        assertThat(contents(chat)).containsExactly("a", "kept");
    }

    @Test
    default void the_draft_of_a_turn_that_was_taken_over_is_replaced_under_the_new_number_alone() {
        Chat chat = Given.someChat(stores());
        Turn lost = append(chat, "a");
        answer(chat, lost, Sample.answered("draft"));

        Turn taken = conversations().takeOver(chat.id()).orElseThrow();

        assertThat(taken).isEqualTo(new Turn(1, lost.number() + 1));
        assertThat(answer(chat, lost, Sample.answered("lost"))).isFalse();
        assertThat(answer(chat, taken, Sample.answered("kept"))).isTrue();
        assertThat(contents(chat)).containsExactly("a", "kept");
    }

    @Test
    default void a_turn_whose_question_was_removed_is_not_answered() {
        Chat chat = Given.someChat(stores());
        append(chat, "a");
        Turn removed = append(chat, "b");
        answer(chat, removed, Sample.answered("draft"));

        conversations().truncate(chat.id(), 1);
        assertThat(answer(chat, removed, Sample.answered("to b"))).isFalse();
        append(chat, "c");
        assertThat(answer(chat, removed, Sample.answered("to b"))).isFalse();

        assertThat(contents(chat)).containsExactly("a", "c");
    }

    @Test
    default void an_unknown_conversation_has_no_turn() {
        Turn turn = append(Given.someChat(stores()), "a");
        ChatId unknown = new ChatId(Sample.id("chat"));

        assertThat(conversations().storeReply(unknown, turn, Sample.answered("b"), Sample.NOW))
                .isFalse();
        assertThat(conversations().takeOver(unknown)).isEmpty();
    }

    @RepeatedTest(3)
    default void of_a_late_answer_and_a_question_at_once_no_message_is_lost_or_misplaced() throws Exception {
        Chat chat = Given.someChat(stores());
        Turn slow = append(chat, "a");

        List<Boolean> stored = AtOnce.run(List.of(
                () -> answer(chat, slow, Sample.answered("to a")),
                () -> conversations()
                        .append(chat.id(), said("b"), Optional.empty(), Sample.NOW)
                        .isPresent()));

        assertThat(stored.get(1)).isTrue();
        assertThat(contents(chat)).isEqualTo(stored.getFirst() ? List.of("a", "to a", "b") : List.of("a", "b"));
    }

    private Turn append(Chat chat, String... contents) {
        return conversations()
                .append(chat.id(), said(contents), Optional.empty(), Sample.NOW)
                .orElseThrow();
    }

    private boolean answer(Chat chat, Turn turn, ChatEntry entry) {
        return conversations().storeReply(chat.id(), turn, entry, Sample.NOW);
    }

    private List<String> contents(Chat chat) {
        return range(chat, 0, 100);
    }

    @Test
    default void the_latest_messages_are_the_last_ones_oldest_first() {
        Chat chat = Given.someChat(stores());
        conversations().append(chat.id(), said("a", "b", "c", "d"), Optional.empty(), Sample.NOW);

        assertThat(conversations().latest(chat.id(), 2))
                .extracting(ChatEntry::content)
                .containsExactly("c", "d");
    }

    @Test
    default void a_range_begins_behind_so_many_messages_and_is_oldest_first() {
        Chat chat = Given.someChat(stores());
        conversations().append(chat.id(), said("a", "b"), Optional.empty(), Sample.NOW);
        conversations().append(chat.id(), said("c", "d"), Optional.empty(), Sample.NOW);

        assertThat(range(chat, 0, 2)).containsExactly("a", "b");
        assertThat(range(chat, 1, 2)).containsExactly("b", "c");
        assertThat(range(chat, 2, 10)).containsExactly("c", "d");
        assertThat(range(chat, 0, Integer.MAX_VALUE)).containsExactly("a", "b", "c", "d");
    }

    @Test
    default void a_range_behind_the_last_message_is_empty() {
        Chat chat = Given.someChat(stores());
        conversations().append(chat.id(), said("a", "b"), Optional.empty(), Sample.NOW);

        assertThat(range(chat, 2, 10)).isEmpty();
        assertThat(range(chat, Integer.MAX_VALUE, 10)).isEmpty();
        assertThat(conversations().range(new ChatId(Sample.id("chat")), 0, 10)).isEmpty();
    }

    private List<String> range(Chat chat, int behind, int most) {
        return conversations().range(chat.id(), behind, most).stream()
                .map(ChatEntry::content)
                .toList();
    }

    @Test
    default void messages_of_another_conversation_are_not_among_them() {
        Chat chat = Given.someChat(stores());

        conversations().append(Given.someChat(stores()).id(), said("elsewhere"), Optional.empty(), Sample.NOW);

        assertThat(conversations().latest(chat.id(), 10)).isEmpty();
        assertThat(range(chat, 0, 10)).isEmpty();
    }

    @RepeatedTest(3)
    default void concurrent_appends_lose_no_message_and_do_not_mix() throws Exception {
        Chat chat = Given.someChat(stores());
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int caller = 0; caller < 8; caller++) {
            int number = caller;
            calls.add(() -> append(chat, number + " asks", number + " hears").messages());
        }

        List<Integer> counts = AtOnce.run(calls);

        assertThat(counts).containsExactlyInAnyOrder(2, 4, 6, 8, 10, 12, 14, 16);
        List<String> contents = conversations().latest(chat.id(), 100).stream()
                .map(ChatEntry::content)
                .toList();
        assertThat(contents).hasSize(16);
        for (int i = 0; i < contents.size(); i += 2) {
            assertThat(contents.get(i + 1)).isEqualTo(contents.get(i).replace("asks", "hears"));
        }
        assertThat(contents).doesNotHaveDuplicates();
    }

    private static List<ChatEntry> said(String... contents) {
        return List.of(contents).stream().map(Sample::said).toList();
    }

    @Test
    default void the_first_messages_stay_and_others_can_follow() {
        Chat chat = Given.someChat(stores());
        conversations().append(chat.id(), said("a", "b", "c"), Optional.empty(), Sample.NOW.plusSeconds(1));

        boolean truncated = conversations().truncate(chat.id(), 1);
        Turn turn = append(chat, "d");

        assertThat(truncated).isTrue();
        assertThat(turn.messages()).isEqualTo(2);
        assertThat(conversations().latest(chat.id(), 10))
                .extracting(ChatEntry::content)
                .containsExactly("a", "d");
        assertThat(conversations().truncate(chat.id(), 7)).isTrue();
        assertThat(conversations().find(chat.id()).orElseThrow().messageCount()).isEqualTo(2);
    }

    @Test
    default void only_the_removed_conversation_is_deleted() {
        Chat chat = Given.someChat(stores());
        Chat other = Given.someChat(stores());
        conversations().append(chat.id(), said("a"), Optional.empty(), Sample.NOW);
        conversations().append(other.id(), said("b"), Optional.empty(), Sample.NOW);

        conversations().remove(chat.id());
        conversations().remove(chat.id());

        assertThat(conversations().find(chat.id())).isEmpty();
        assertThat(conversations().latest(chat.id(), 10)).isEmpty();
        assertThat(conversations().truncate(chat.id(), 0)).isFalse();
        assertThat(conversations().latest(other.id(), 10)).hasSize(1);
    }

    @Test
    default void messages_whose_removal_was_rolled_back_exist() {
        Chat chat = Given.someChat(stores());
        conversations().append(chat.id(), said("a", "b"), Optional.empty(), Sample.NOW);
        List<ChatEntry> before = conversations().latest(chat.id(), 10);

        Undone.after(stores(), () -> conversations().truncate(chat.id(), 1));
        Undone.after(stores(), () -> conversations().remove(chat.id()));

        assertThat(conversations().latest(chat.id(), 10)).isEqualTo(before);
        assertThat(conversations().find(chat.id()).orElseThrow().messageCount()).isEqualTo(2);
    }

    @RepeatedTest(3)
    default void a_conversation_that_is_truncated_while_it_grows_has_no_gaps() throws Exception {
        Chat chat = Given.someChat(stores());
        conversations().append(chat.id(), said("a", "b", "c", "d"), Optional.empty(), Sample.NOW);
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(() -> conversations().truncate(chat.id(), 2));
            calls.add(() -> conversations()
                    .append(chat.id(), said("e"), Optional.empty(), Sample.NOW)
                    .isPresent());
        }

        AtOnce.run(calls);

        int count = conversations().find(chat.id()).orElseThrow().messageCount();
        assertThat(conversations().range(chat.id(), 0, 100))
                .hasSize(count)
                .startsWith(conversations().range(chat.id(), 0, 2).toArray(ChatEntry[]::new));
        assertThat(conversations().range(chat.id(), count - 1, 100)).hasSize(1);
    }

    private Chat chatOf(int messages) {
        Chat chat = Given.someChat(stores());
        String[] words =
                IntStream.range(0, messages).mapToObj(i -> "message " + i).toArray(String[]::new);
        conversations().append(chat.id(), said(words), Optional.empty(), Sample.NOW);
        return chat;
    }

    @Test
    default void a_large_conversation_is_truncated_at_once_and_goes_on() {
        Chat chat = chatOf(2_500);

        boolean truncated = conversations().truncate(chat.id(), 2);
        conversations().append(chat.id(), said("new"), Optional.empty(), Sample.NOW);

        assertThat(truncated).isTrue();
        assertThat(conversations().find(chat.id()).orElseThrow().messageCount()).isEqualTo(3);
        assertThat(conversations().latest(chat.id(), 10))
                .extracting(ChatEntry::content)
                .containsExactly("message 0", "message 1", "new");
    }

    @Test
    default void a_large_conversation_is_removed_at_once() {
        Chat chat = chatOf(2_500);

        conversations().remove(chat.id());

        assertThat(conversations().find(chat.id())).isEmpty();
        assertThat(conversations().latest(chat.id(), 10)).isEmpty();
        assertThat(conversations().append(chat.id(), said("new"), Optional.empty(), Sample.NOW))
                .isEmpty();
    }

    @Test
    default void the_messages_of_a_large_conversation_are_deleted_by_the_purge_of_removed_accounts() {
        Chat chat = chatOf(2_500);
        conversations().truncate(chat.id(), 1_200);
        conversations().remove(chat.id());

        for (UserId removed : stores().accounts().removed(1_000)) {
            stores().erase(removed);
        }

        assertThat(stores().accounts().removed(1_000)).isEmpty();
        assertThat(stores().accounts().find(chat.userId())).isPresent();
    }

    /** A message with a picture of nine bytes, and a message of text. */
    private static List<ChatEntry> shown() {
        MediaSource picture = MediaSource.parse("data:image/png;base64,iVBORw0KGgoA");
        NewMessage question = new NewMessage(
                Speaker.USER, List.of(new ContentPart.Media(ContentPart.Kind.PICTURE, picture, Optional.empty())));
        return List.of(ChatEntry.of(question, Sample.NOW), new ChatEntry(Speaker.ASSISTANT, "a cat", Sample.NOW));
    }

    @Test
    default void the_media_of_all_chats_of_a_user_count_until_their_messages_are_removed() {
        UserId user = Given.someUser(stores());
        Chat one = Sample.chat(user).messageCount(2).build();
        Chat two = Sample.chat(user).messageCount(0).build();
        conversations().add(one, shown(), Optional.empty());
        conversations().add(two, List.of(), Optional.empty());
        conversations().append(two.id(), shown(), Optional.empty(), Sample.NOW);
        conversations().append(two.id(), shown(), Optional.empty(), Sample.NOW);
        long all = conversations().mediaBytesOf(user);

        conversations().truncate(two.id(), 2);
        long truncated = conversations().mediaBytesOf(user);
        conversations().remove(one.id());

        assertThat(all).isEqualTo(27);
        assertThat(truncated).isEqualTo(18);
        assertThat(conversations().mediaBytesOf(user)).isEqualTo(9);
        assertThat(conversations().mediaBytesOf(Given.someUser(stores()))).isZero();
    }

    /** A message with a picture of that size, and one with the address of a picture. */
    private static List<ChatEntry> shown(int bytes) {
        MediaSource picture = new MediaSource.Inline("image/png", "iVBORw0KGgoA" + "A".repeat(bytes / 3 * 4 - 12));
        return List.of(picture, MediaSource.parse("https://example.org/a.png")).stream()
                .map(source -> new ContentPart.Media(ContentPart.Kind.PICTURE, source, Optional.empty()))
                .map(part -> ChatEntry.of(new NewMessage(Speaker.USER, List.of(part)), Sample.NOW))
                .toList();
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void messages_are_read_without_their_pictures_when_those_of_others_use_all_the_room() {
        Chat chat = Sample.chat(Given.someUser(stores())).messageCount(6).build();
        int most = (int) ConversationStore.MOST_MEDIA_BYTES;
        List<ChatEntry> large = shown(most - 9);
        List<ChatEntry> small = shown(9);
        List<ChatEntry> all =
                Stream.of(large, small, small).flatMap(List::stream).toList();
        conversations().add(chat, all, Optional.empty());

        List<ChatEntry> latest = conversations().latest(chat.id(), 6);
        List<ChatEntry> range = conversations().range(chat.id(), 0, 6);

        assertThat(latest)
                .containsExactly(all.get(0).withoutParts(), all.get(1), all.get(2), all.get(3), all.get(4), all.get(5));
        assertThat(range)
                .containsExactly(
                        all.get(0),
                        all.get(1),
                        all.get(2),
                        all.get(3),
                        all.get(4).withoutParts(),
                        all.get(5));
    }

    @Test
    default void the_conversations_that_are_idle_for_the_longest_time_are_found_first() {
        Instant old = Instant.parse("2001-01-01T00:00:00Z");
        List<ChatId> ids = Stream.of(old.plusSeconds(1), old, Sample.NOW)
                .map(at -> {
                    Chat chat = Sample.with(Sample.chat(Given.someUser(stores())).build(), "lastActivity", at);
                    conversations().add(chat, List.of(), Optional.empty());
                    return chat.id();
                })
                .toList();

        assertThat(conversations().idle(old.plusSeconds(2), 10))
                .extracting(Chat::id)
                .containsExactly(ids.get(1), ids.get(0));
        assertThat(conversations().idle(old.plusSeconds(2), 1))
                .extracting(Chat::id)
                .containsExactly(ids.get(1));
        ids.forEach(conversations()::remove);
        assertThat(conversations().idle(old.plusSeconds(2), 10)).isEmpty();
    }
}
