package dev.guildhall.persistence.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webchat.WebChat;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.WebChatStoreContract;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The index of words when rows are not as this version writes them. */
class ChatWordsIT {
    private final Stores stores = TestPostgres.stores();
    private final UserId user = Given.someUser(stores);

    private ChatId chat(String title, String message) {
        WebChat chat = WebChatStoreContract.chat(user, title, 0);
        stores.webChats().add(chat);
        stores.conversations()
                .add(
                        new Chat(chat.id(), user, AgentMode.WITH_TASKS, Sample.NOW, Sample.NOW, 1),
                        List.of(Sample.said(message)),
                        Optional.empty());
        return chat.id();
    }

    private void index() {
        while (stores.webChats().index(Sample.NOW.plusSeconds(1), 100) == 100) {}
    }

    private List<ChatId> found(String query) {
        return stores.webChats().ofUser(user, Optional.of(query), PageRequest.first()).items().stream()
                .map(WebChat::id)
                .toList();
    }

    private static void execute(String sql) throws SQLException {
        TestPostgres.ask(TestPostgres.url(), sql);
    }

    @Test
    void a_chat_that_cannot_be_indexed_stops_no_other() throws SQLException {
        ChatId bad = chat("bad", "words");
        ChatId good = chat("good", "words");
        execute("ALTER TABLE chat_words ADD CONSTRAINT bad CHECK (chat_id <> '" + bad.value() + "')");
        try {
            index();
        } finally {
            execute("ALTER TABLE chat_words DROP CONSTRAINT bad");
        }

        assertThat(found("words")).containsExactly(good);
        assertThat(found("bad")).containsExactly(bad);
    }

    @Test
    void a_title_of_an_earlier_version_is_found_by_its_words_before_and_after_it_is_indexed() throws SQLException {
        ChatId chat = chat("Nach Köln", "words");
        execute("UPDATE web_chats SET title_words = NULL WHERE id = '" + chat.value() + "'");

        assertThat(found("koln words")).containsExactly(chat);
        assertThat(found("oln")).isEmpty();
        index();
        assertThat(found("koln words")).containsExactly(chat);
    }

    @Test
    void changes_by_a_node_of_an_earlier_version_are_found() throws SQLException {
        ChatId chat = chat("before", "words");
        index();
        execute("UPDATE web_chats SET title = 'Köln' WHERE id = '" + chat.value() + "'");
        execute("UPDATE chats SET message_count = 0 WHERE id = '" + chat.value() + "'");
        execute("DELETE FROM chat_messages WHERE chat_id = '" + chat.value() + "'");
        stores.conversations().append(chat, List.of(Sample.said("others")), Optional.empty(), Sample.NOW);

        assertThat(found("koln others")).containsExactly(chat);
        assertThat(found("before")).isEmpty();
    }
}
