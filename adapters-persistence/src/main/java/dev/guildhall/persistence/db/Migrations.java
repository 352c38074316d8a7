package dev.guildhall.persistence.db;

import dev.guildhall.persistence.config.DatabaseStartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** The migrations of this version, and those that a database has, as text that can be compared. */
public final class Migrations {
    public static final String FOLDER = "db/migration";

    /** All files of the folder, the oldest first. A test compares this list with the folder and with Flyway. */
    static final List<String> FILES = List.of(
            "V1__accounts_conversations_memories.sql",
            "V2__groups.sql",
            "V3__oauth.sql",
            "V4__audit.sql",
            "V5__refresh_grace_and_keys.sql",
            "V6__tools.sql",
            "V7__connections.sql",
            "V8__long_learnt_queries.sql",
            "V9__usage.sql",
            "V10__agent_memory.sql",
            "V11__superseded_memories.sql",
            "V12__tasks.sql",
            "V13__ended_tasks.sql",
            "V14__task_flows.sql",
            "V15__nodes_of_executions.sql",
            "V16__owners_of_oauth_states.sql",
            "V17__learnt_query_meanings.sql",
            "V18__sealed_parameters.sql",
            "V20__task_admission_versions.sql",
            "V22__plain_emails_and_names.sql",
            "V23__task_flows_of_all.sql",
            "V24__visible_emails_and_names.sql",
            "V25__sealed_digests_and_answers.sql",
            "V27__sparse_flows.sql",
            "V28__test_runs.sql",
            "V29__baseline_pages.sql",
            "V30__chat_front_end.sql",
            "V31__early_ends_of_answers.sql",
            "V32__unprocessed_tasks.sql",
            "V33__account_rights.sql",
            "V34__api_keys.sql",
            "V35__mcp_sign_in.sql",
            "V36__administration.sql",
            "V37__costs.sql",
            "V38__group_keys.sql",
            "V39__keys_of_tasks.sql",
            "V40__message_parts.sql",
            "V41__sign_in_addresses.sql",
            "V42__makers_of_keys.sql",
            "V43__tool_choices.sql",
            "V44__turns_of_chats.sql",
            "V45__analysed_memories.sql",
            "V46__erased_accounts.sql",
            "V47__media_of_chats.sql",
            "V48__memory_segments.sql",
            "V49__counted_users_and_owners.sql",
            "V50__given_up_answers.sql",
            "V51__pieces_of_answers.sql",
            "V52__waiting_tasks_and_lists.sql",
            "V53__notices_of_answers.sql",
            "V54__counts_of_dashboards.sql",
            "V55__bounded_lists.sql",
            "V56__search_of_accounts.sql",
            "V57__words_of_chats.sql",
            "V58__models_of_tools.sql",
            "V59__usage_of_all.sql",
            "V60__accounts_without_email.sql",
            "V61__chats_to_index.sql",
            "V62__usage_since_days.sql",
            "V63__retry_rules.sql",
            "V64__declared_tools.sql",
            "V65__responses.sql",
            "V67__searches_in_a_second_schema.sql",
            "V68__registrations.sql",
            "V69__tools_in_chats.sql",
            "V70__sign_in_demands.sql",
            "V71__attempts_of_responses.sql",
            "V72__models.sql",
            "V74__settings_invitations_and_mail.sql",
            "V75__second_factors.sql",
            "V76__origins_of_sessions.sql",
            "V77__passkeys.sql",
            "V78__integrations.sql",
            "V79__capabilities_of_models.sql",
            "V81__logos_of_integrations.sql",
            "V82__models_of_chats.sql",
            "V84__details_of_answers.sql",
            "V85__assistants.sql",
            "V86__collections.sql",
            "V88__approvals.sql",
            "V90__texts_of_traces.sql",
            "V91__evaluations.sql",
            "V93__tasks_of_chats_that_ask.sql",
            "V94__usage_of_assistants.sql",
            "V95__waiting_tasks.sql",
            "V97__webhooks.sql",
            "V99__schedules.sql",
            "V100__triggers.sql",
            "V101__workflow_definitions.sql",
            "V102__hops.sql");

    static final String HISTORY = "flyway_schema_history";

    private Migrations() {}

    public static String latest() {
        return version(FILES.getLast());
    }

    /** The entries that a database has when exactly these migrations are applied. */
    public static List<String> known() {
        return FILES.stream()
                .map(file -> version(file) + " " + checksum(file) + " true")
                .toList();
    }

    /** The entries of the migrations that the database has applied, in the order of their application. */
    public static List<String> applied(Connection connection) throws SQLException {
        return applied(connection, HISTORY);
    }

    static List<String> applied(Connection connection, String history) throws SQLException {
        List<String> applied = new ArrayList<>();
        String sql = """
            SELECT coalesce(version, '') || ' ' || coalesce(checksum::text, '') || ' ' || success
            FROM %s WHERE type <> 'SCHEMA' ORDER BY installed_rank
            """.formatted(history);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                applied.add(rows.getString(1));
            }
        }
        return applied;
    }

    private static String version(String file) {
        return file.substring(1, file.indexOf("__")).replace('_', '.');
    }

    /**
     * Flyway's checksum of a file, which ignores line ends. If Flyway changes the algorithm, starts become slower, not
     * wrong.
     */
    private static int checksum(String file) {
        CRC32 sum = new CRC32();
        try (InputStream bytes = Migrations.class.getClassLoader().getResourceAsStream(FOLDER + "/" + file)) {
            if (bytes == null) {
                throw new DatabaseStartException("the migration " + file + " is not on the class path");
            }
            new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))
                    .lines()
                    .forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new DatabaseStartException("cannot read the migration " + file + ": " + unreadable, unreadable);
        }
        return (int) sum.getValue();
    }
}
