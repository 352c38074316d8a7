package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webchat.ChatTitle;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.ports.webchat.WebChatStore;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every {@link WebChatStore} does. */
public interface WebChatStoreContract {
    Stores stores();

    private WebChatStore chats() {
        return stores().webChats();
    }

    /** A new chat with no conversation, updated so many seconds after {@link Sample#NOW}. */
    static WebChat chat(UserId userId, String title, int second) {
        return new WebChat(
                new ChatId(Sample.id("chat")),
                userId,
                new ChatTitle(title),
                AgentMode.WITH_TASKS,
                Optional.of("gpt-5"),
                Sample.NOW,
                Sample.NOW.plusSeconds(second));
    }

    private WebChat added(UserId userId, String title, int second) {
        WebChat chat = chat(userId, title, second);
        chats().add(chat);
        return chat;
    }

    private WebChat withMessages(UserId userId, String title, String... messages) {
        WebChat chat = added(userId, title, 0);
        Chat conversation = new Chat(chat.id(), userId, AgentMode.WITH_TASKS, Sample.NOW, Sample.NOW, messages.length);
        stores().conversations()
                .add(conversation, List.of(messages).stream().map(Sample::said).toList(), Optional.empty());
        return chat;
    }

    private List<WebChat> found(UserId userId, String query) {
        return chats().ofUser(userId, Optional.of(query), PageRequest.first()).items();
    }

    @Test
    default void an_added_chat_is_found_and_added_again_it_stays_as_it_was() {
        WebChat chat = added(Given.someUser(stores()), "Größe \ud83d\udc4b", 0);

        chats().add(new WebChat(
                chat.id(),
                chat.userId(),
                new ChatTitle("other"),
                AgentMode.WITHOUT_TASKS,
                Optional.empty(),
                Sample.NOW,
                Sample.NOW));

        assertThat(chats().find(chat.id())).contains(chat);
        assertThat(chats().find(new ChatId(Sample.id("chat")))).isEmpty();
    }

    @Test
    default void a_chat_is_renamed_and_noted_as_updated() {
        WebChat chat = added(Given.someUser(stores()), "before", 0);

        chats().rename(chat.id(), new ChatTitle("after"));
        chats().touch(chat.id(), AgentMode.WITHOUT_TASKS, Optional.empty(), Sample.NOW.plusSeconds(9));
        chats().touch(chat.id(), AgentMode.WITHOUT_TASKS, Optional.of("small"), Sample.NOW.plusSeconds(5));

        assertThat(chats().find(chat.id()))
                .contains(new WebChat(
                        chat.id(),
                        chat.userId(),
                        new ChatTitle("after"),
                        AgentMode.WITHOUT_TASKS,
                        Optional.of("small"),
                        Sample.NOW,
                        Sample.NOW.plusSeconds(9)));
    }

    @Test
    default void a_change_does_not_restore_a_removed_chat() {
        WebChat chat = added(Given.someUser(stores()), "removed", 0);
        chats().remove(chat.id());

        chats().remove(chat.id());
        chats().rename(chat.id(), new ChatTitle("after"));
        chats().touch(chat.id(), AgentMode.WITH_TASKS, Optional.empty(), Sample.NOW);

        assertThat(chats().find(chat.id())).isEmpty();
    }

    @Test
    default void chats_are_listed_by_their_last_update_in_pages() {
        UserId user = Given.someUser(stores());
        WebChat second = added(user, "second", 2);
        WebChat last = added(user, "last", 1);
        WebChat first = added(user, "first", 3);
        WebChat alike = added(user, "alike", 2);
        added(Given.someUser(stores()), "of another", 4);

        Page<WebChat> page = chats().ofUser(user, Optional.empty(), new PageRequest(new Limit(2), Optional.empty()));
        Page<WebChat> rest = chats().ofUser(user, Optional.empty(), new PageRequest(new Limit(2), page.next()));

        assertThat(page.items()).containsExactly(first, alike);
        assertThat(rest.items()).containsExactly(second, last);
        assertThat(rest.next()).isEmpty();
    }

    @Test
    default void a_page_continues_after_a_chat_that_was_removed_or_updated() {
        UserId user = Given.someUser(stores());
        WebChat oldest = added(user, "oldest", 1);
        WebChat older = added(user, "older", 2);
        WebChat newer = added(user, "newer", 3);
        WebChat newest = added(user, "newest", 4);
        Optional<Cursor> behindNewest = chats().ofUser(
                        user, Optional.empty(), new PageRequest(new Limit(1), Optional.empty()))
                .next();
        Optional<Cursor> behindNewer = chats().ofUser(
                        user, Optional.empty(), new PageRequest(new Limit(2), Optional.empty()))
                .next();

        chats().remove(newest.id());
        chats().touch(newer.id(), AgentMode.WITH_TASKS, Optional.empty(), Sample.NOW.plusSeconds(9));

        assertThat(chats().ofUser(user, Optional.empty(), new PageRequest(Limit.DEFAULT, behindNewest))
                        .items())
                .containsExactly(older, oldest);
        assertThat(chats().ofUser(user, Optional.empty(), new PageRequest(Limit.DEFAULT, behindNewer))
                        .items())
                .containsExactly(older, oldest);
    }

    @Test
    default void a_cursor_of_another_list_is_refused() {
        PageRequest page = new PageRequest(Limit.DEFAULT, Optional.of(new Cursor("chat_1")));
        UserId user = Given.someUser(stores());

        Refusal refused = catchThrowableOfType(Refusal.class, () -> chats().ofUser(user, Optional.empty(), page));

        assertThat(refused.problem()).isInstanceOf(CommonProblem.Invalid.class);
    }

    @Test
    default void a_cursor_of_a_time_that_no_chat_can_have_is_refused() {
        UserId user = Given.someUser(stores());
        added(user, "a chat", 0);

        for (String time : List.of("+1000000000-12-31T23:59:59.999999999Z", "-1000000000-01-01T00:00:00Z")) {
            PageRequest page = new PageRequest(Limit.DEFAULT, Optional.of(new Cursor(time + "/chat_x")));
            Refusal refusal = catchThrowableOfType(Refusal.class, () -> chats().ofUser(user, Optional.empty(), page));

            assertThat(refusal.problem().message()).isEqualTo("cursor: is not a cursor of this list");
        }
    }

    @Test
    default void a_search_finds_the_words_of_titles_and_messages() {
        UserId user = Given.someUser(stores());
        UserId other = Given.someUser(stores());
        WebChat titled = added(user, "About ÄRGER", 0);
        WebChat said = withMessages(user, "untitled", "hello", "no ärger at all");
        withMessages(other, "ärger", "ärger");
        added(user, "nothing", 0);

        for (String query : List.of("Ärger", "arger", "ÄRG", "a\u0308rger")) {
            assertThat(found(user, query)).containsExactlyInAnyOrder(titled, said);
        }
        assertThat(found(user, "rger")).isEmpty();
        assertThat(found(user, "arger hello")).containsExactly(said);
        assertThat(found(user, "untitled arger")).containsExactly(said);
        assertThat(found(user, "hello goodbye")).isEmpty();
    }

    private void index() {
        while (chats().index(Sample.NOW.plusSeconds(1), 10) == 10) {}
    }

    @Test
    default void indexed_messages_are_found_until_they_change() {
        UserId user = Given.someUser(stores());
        WebChat chat = withMessages(user, "untitled", "a first Frühstück", "a second");
        withMessages(Given.someUser(stores()), "of another", "a first Frühstück");
        index();

        assertThat(found(user, "fruhst")).containsExactly(chat);
        assertThat(found(user, "untitled fruhstuck second")).containsExactly(chat);

        assertThat(stores().conversations()
                        .append(chat.id(), List.of(Sample.said("a third")), Optional.empty(), Sample.NOW))
                .isPresent();
        assertThat(found(user, "fruhstuck third")).containsExactly(chat);

        index();
        stores().conversations().truncate(chat.id(), 1);
        assertThat(found(user, "second")).isEmpty();
        assertThat(found(user, "fruhstuck")).containsExactly(chat);

        index();
        assertThat(found(user, "third")).isEmpty();
        assertThat(found(user, "fruhstuck")).containsExactly(chat);
        stores().conversations().remove(chat.id());
        assertThat(found(user, "fruhstuck")).isEmpty();
    }

    @Test
    default void an_answer_that_replaces_an_indexed_one_is_found() {
        UserId user = Given.someUser(stores());
        WebChat chat = withMessages(user, "untitled", "a question");
        Turn turn = stores().conversations()
                .append(chat.id(), List.of(Sample.said("another")), Optional.empty(), Sample.NOW)
                .orElseThrow();
        stores().conversations().storeReply(chat.id(), turn, Sample.said("draft"), Sample.NOW);
        index();

        stores().conversations().storeReply(chat.id(), turn, Sample.said("final"), Sample.NOW);

        assertThat(found(user, "draft")).isEmpty();
        assertThat(found(user, "final question")).containsExactly(chat);
        index();
        assertThat(found(user, "draft")).isEmpty();
        assertThat(found(user, "final question")).containsExactly(chat);
    }

    @Test
    default void messages_behind_indexed_ones_without_a_word_are_found() {
        UserId user = Given.someUser(stores());
        WebChat chat = withMessages(user, "untitled", "\ud83d\udc4d", "?", "!");
        index();

        stores().conversations().truncate(chat.id(), 1);
        assertThat(stores().conversations()
                        .append(chat.id(), List.of(Sample.said("a Köln question")), Optional.empty(), Sample.NOW))
                .isPresent();

        assertThat(found(user, "koln question")).containsExactly(chat);
        index();
        assertThat(found(user, "koln question")).containsExactly(chat);
    }

    @Test
    default void an_answer_that_replaces_an_indexed_one_without_a_word_is_found() {
        UserId user = Given.someUser(stores());
        WebChat chat = withMessages(user, "untitled", "?");
        Turn turn = stores().conversations()
                .append(chat.id(), List.of(Sample.said("!")), Optional.empty(), Sample.NOW)
                .orElseThrow();
        stores().conversations().storeReply(chat.id(), turn, Sample.said("\u2026"), Sample.NOW);
        index();

        stores().conversations().storeReply(chat.id(), turn, Sample.said("final"), Sample.NOW);

        assertThat(found(user, "final")).containsExactly(chat);
        index();
        assertThat(found(user, "final")).containsExactly(chat);
    }

    @Tag(ReplaceableStores.SLOW)
    @Test
    default void all_words_of_a_long_message_are_found() {
        UserId user = Given.someUser(stores());
        String many =
                IntStream.range(0, 30_000).mapToObj(n -> "w" + n + "-Größe" + n).collect(Collectors.joining("\n"));
        String letters = "\ud835\udd38".repeat(100);
        WebChat chat = withMessages(user, "untitled", many, "\ud800 東京タワー " + letters + " end\udc00");
        index();

        for (String query : List.of("w29999", "grosse29999", "W0 große0", "東京", "タワー", letters, "end")) {
            assertThat(found(user, query)).as(query).containsExactly(chat);
        }
        assertThat(found(user, "w30000")).isEmpty();
    }

    @Test
    default void a_renamed_chat_is_found_by_its_new_title() {
        UserId user = Given.someUser(stores());
        WebChat chat = added(user, "before", 0);

        chats().rename(chat.id(), new ChatTitle("Übermorgen"));

        assertThat(found(user, "before")).isEmpty();
        assertThat(found(user, "ubermorgen")).extracting(WebChat::id).containsExactly(chat.id());
    }

    @Test
    default void a_search_ignores_what_is_no_letter_or_digit() {
        UserId user = Given.someUser(stores());
        WebChat percent = added(user, "100% sure", 0);
        WebChat line = added(user, "snake_case", 0);
        WebChat slash = withMessages(user, "path", "C:\\temp 'x'");
        added(user, "100 sure, snake case", 0);

        assertThat(found(user, "100% (sure)")).contains(percent);
        assertThat(found(user, "_snake_")).contains(line);
        assertThat(found(user, "\\temp")).containsExactly(slash);
        assertThat(found(user, "'x'")).containsExactly(slash);
        assertThat(found(user, "_%' & |:*")).isEmpty();
    }

    @Test
    default void chats_and_their_messages_are_counted() {
        UserId user = Given.someUser(stores());
        withMessages(user, "two", "a", "b");
        withMessages(user, "one", "c");
        added(user, "none", 0);
        withMessages(Given.someUser(stores()), "of another", "d");

        assertThat(chats().count(user, 10)).isEqualTo(new WebChatStore.Count(3, 3));
        assertThat(chats().count(Given.someUser(stores()), 10)).isEqualTo(new WebChatStore.Count(0, 0));
    }

    @Test
    default void a_count_of_chats_ends_at_its_bound() {
        UserId user = Given.someUser(stores());
        withMessages(user, "one", "a");
        withMessages(user, "two", "b");
        withMessages(user, "three", "c");

        assertThat(chats().count(user, 2)).isEqualTo(new WebChatStore.Count(2, 2));
    }

    @Test
    default void chats_are_deleted_with_their_account() {
        WebChat chat = added(Given.someUser(stores()), "removed", 0);
        WebChat other = added(Given.someUser(stores()), "stays", 0);

        stores().erase(chat.userId());

        assertThat(chats().find(chat.id())).isEmpty();
        assertThat(chats().find(other.id())).contains(other);
    }

    @Test
    default void a_rollback_leaves_no_change() {
        WebChat chat = added(Given.someUser(stores()), "stays", 0);
        WebChat other = chat(chat.userId(), "never", 0);

        Undone.after(stores(), () -> {
            chats().add(other);
            chats().rename(chat.id(), new ChatTitle("never"));
            chats().touch(chat.id(), AgentMode.WITHOUT_TASKS, Optional.empty(), Sample.NOW.plusSeconds(1));
        });
        Undone.after(stores(), () -> chats().remove(chat.id()));

        assertThat(chats().find(chat.id())).contains(chat);
        assertThat(chats().find(other.id())).isEmpty();
    }
}
