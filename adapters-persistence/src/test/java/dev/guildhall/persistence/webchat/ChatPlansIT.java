package dev.guildhall.persistence.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.db.QueryPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What searches and counts of chats read. */
class ChatPlansIT {
    private static final int UNINDEXED = 10;
    private static final int OF_USER = 1_000;
    private static final int MOST = 100;
    private static final List<String> FILL = List.of(
            """
            INSERT INTO users (id, email, active_profile_id, created_at)
            SELECT 'usr_plan' || n, 'plan' || n || '@sample.example', 'prf_plan' || n, now() FROM generate_series(0, 4) n
            """,
            """
            INSERT INTO chats (id, user_id, mode, created_at, last_activity, message_count, indexed)
            SELECT 'chat_plan' || n, 'usr_plan' || n % 5, 'v1', now(), now() - n * interval '1 s', 2,
                CASE WHEN n % 500 = 1 THEN 1 ELSE 2 END
            FROM generate_series(1, 5000) n
            """,
            """
            INSERT INTO web_chats (id, user_id, title, title_words, mode, created_at, updated_at)
            SELECT id, user_id, 'a title', CASE WHEN message_count > indexed THEN NULL ELSE array_to_tsvector('{a,title}') END,
                mode, created_at, last_activity
            FROM chats WHERE id LIKE 'chat_plan%'
            """,
            """
            INSERT INTO chat_messages (chat_id, seq, speaker, content, tool_uses, said_at)
            SELECT 'chat_plan' || n, seq, 'user', 'a message', '[]', now()
            FROM generate_series(1, 5000) n, generate_series(1, 2) seq
            """,
            """
            INSERT INTO chat_words (chat_id, first, part, last, words)
            SELECT 'chat_plan' || n, 1, 0, 2,
                array_to_tsvector(ARRAY['0000000' || n % 5 || 'message', '0000000' || n % 5 || 'word' || n])
            FROM generate_series(1, 5000) n
            """,
            "ANALYZE chats",
            "ANALYZE web_chats",
            "ANALYZE chat_messages",
            "ANALYZE chat_words");

    @RegisterExtension
    private static final QueryPlan.Tables TABLES = new QueryPlan.Tables(FILL);

    @Test
    void a_search_for_a_rare_word_reads_the_index_of_words() {
        QueryPlan plan = TABLES.explain(
                PgWebChatStore.list(PgWebChatStore.hasWord(0)),
                Map.of(
                        "userId",
                        "usr_plan1",
                        "title0",
                        "'word4001':*",
                        "word0",
                        "'00000001word4001':*",
                        "unindexed0",
                        new String[0],
                        "oneMore",
                        MOST));

        assertThat(plan.lines()).anyMatch(line -> line.contains("Bitmap Index Scan on chat_words_found"));
        assertThat(plan.lines()).anyMatch(line -> line.contains("web_chats_of_user"));
        assertThat(plan.scans("chat_words")).isFalse();
        assertThat(plan.scans("web_chats w")).isFalse();
        assertThat(plan.mostRows()).isLessThanOrEqualTo(OF_USER);
    }

    @Test
    void a_search_reads_only_the_titles_that_are_not_indexed() {
        QueryPlan plan = TABLES.explain(ChatWords.UNINDEXED_TITLES, Map.of("userId", "usr_plan1", "most", MOST));

        assertThat(plan.lines()).anyMatch(line -> line.contains("web_chats_to_index"));
        // The index also has entries of rolled-back rows of other tests.
        assertThat(plan.mostRows()).isLessThan(OF_USER / 10);
    }

    @Test
    void a_search_reads_only_the_messages_that_are_not_indexed() {
        QueryPlan plan =
                TABLES.explain(ChatWords.UNINDEXED, Map.of("userId", "usr_plan1", "most", MOST, "characters", 1_000));

        assertThat(plan.lines()).anyMatch(line -> line.contains("chats_to_index"));
        assertThat(plan.scans("chat_messages")).isFalse();
        assertThat(plan.mostRows()).isEqualTo(UNINDEXED);
    }

    @Test
    void a_count_of_chats_reads_no_list_beyond_its_bound() {
        QueryPlan plan = TABLES.explain(PgWebChatStore.COUNT, Map.of("userId", "usr_plan1", "most", MOST));

        assertThat(plan.lines()).anyMatch(line -> line.contains("using web_chats_of_user "));
        assertThat(plan.scans("chats c")).isFalse();
    }
}
