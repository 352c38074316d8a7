package dev.guildhall.persistence.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Migrations;
import dev.guildhall.persistence.db.Pool;
import dev.guildhall.persistence.db.SampleRows;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleUsage;
import dev.guildhall.testkit.contract.Given;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The data of removed accounts is removed in batches. */
@Timeout(120)
class AccountRemovalIT {
    private static final int MOST = 500;
    private static final PoolOptions FEW = new PoolOptions(4, PoolOptions.DEFAULT.patience(), 1);

    /** Tables and their columns that name a user whose account the rows belong to. */
    private static final String OWNED = """
        SELECT c.table_name || '.' || c.column_name
        FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
            AND c.column_name IN ('user_id', 'owner', 'registrant')
        """;

    /** Many rows of a user; one chat has more messages than a batch has rows. */
    private static final List<String> MANY = List.of(
            """
            INSERT INTO chats SELECT :id || '_chat_' || n, :id, 'v1', now(), now(), 2 FROM generate_series(1, 2000) n
            """,
            """
            INSERT INTO chat_messages (chat_id, seq, speaker, content, tool_uses, said_at)
            SELECT :id || '_chat_' || n, m, 'user', 'hello', '[]', now()
            FROM generate_series(1, 2000) n, generate_series(1, CASE n WHEN 7 THEN 3000 ELSE 2 END) m
            """,
            "INSERT INTO chat_traces SELECT id, 1, '{}' FROM chats WHERE user_id = :id",
            """
            INSERT INTO web_chats SELECT id, user_id, 'title', 'v1', now(), now() FROM chats WHERE user_id = :id
            """,
            """
            INSERT INTO answers SELECT id, id, 'node', 'ENDED', 1, 3, now(), now(), false, now()
            FROM web_chats WHERE user_id = :id
            """,
            "INSERT INTO answer_events SELECT id, 1, 2, '[]' FROM web_chats WHERE user_id = :id",
            """
            INSERT INTO memories (id, user_id, type, content, importance, tags, created_at, fingerprint, revision)
            SELECT :id || n, :id, 'conversation', 'words', 0.5, '{}', now(), 'print ' || n, n FROM generate_series(1, 3000) n
            """,
            """
            INSERT INTO files SELECT :id || n, :id, 'a.txt', 1, 'text/plain', 'sum', now() FROM generate_series(1, 1000) n
            """,
            """
            INSERT INTO ended_tasks (id, owner, profile_id, type, priority, input, created_at, expires_at, state, attempts,
                fence, unsettled, completed_at)
            SELECT :id || n, :id, 'prf', 'echo', 5, '{}', now(), now(), 5, 1, 1, false, now() FROM generate_series(1, 3000) n
            """);

    private static Pool connections;
    private static Db db;
    private static Stores stores;

    @BeforeAll
    static void open_a_database_with_a_row_in_each_table() throws Exception {
        connections = new Pool(TestPostgres.newDatabase("removed_accounts").dataSource(), FEW);
        db = new Db(connections);
        stores = TestPostgres.stores(db, TestPostgres.BOX);
        int version = Integer.parseInt(Migrations.latest());
        db.with(handle -> handle.createScript(SampleRows.of(version)).execute());
    }

    @AfterAll
    static void close() {
        connections.close();
    }

    private static AccountStore accounts() {
        return stores.accounts();
    }

    private static UserId userWithMuchData() {
        Account account = Sample.account().build();
        accounts().add(account);
        MANY.forEach(sql -> db.update(sql, Map.of("id", account.id())));
        // Without statistics, or with those of the empty tables, PostgreSQL may plan for one row.
        db.with(handle -> handle.execute("ANALYZE"));
        return account.id();
    }

    /** The columns of tables in which rows of the user are left. */
    private static List<String> left(UserId user) {
        return db.with(handle -> handle.createQuery(OWNED).mapTo(String.class).list()).stream()
                .filter(column -> db.exists(
                        "SELECT 1 FROM %s WHERE %s = :id".formatted((Object[]) column.split("\\.")),
                        Map.of("id", user)))
                .sorted()
                .collect(Collectors.toList());
    }

    private static boolean hasRow(UserId user) {
        return db.exists("SELECT 1 FROM users WHERE id = :id", Map.of("id", user));
    }

    @Test
    void nothing_is_left_in_any_table_when_the_row_of_the_account_is_deleted() {
        UserId user = new UserId("usr_" + Migrations.latest());
        assertThat(left(user)).hasSizeGreaterThan(20);
        stores.removeAccount(user);

        List<String> left = left(user);
        while (hasRow(user)) {
            left = left(user);
            assertThat(stores.erase(user, MOST)).isPositive();
        }

        assertThat(left).isEmpty();
        assertThat(stores.erase(user, MOST)).isZero();
    }

    @Test
    void an_account_of_many_chats_is_purged_by_another_node_after_a_crash_in_a_batch() {
        UserId user = userWithMuchData();
        stores.removeAccount(user);
        assertThat(stores.erase(user, MOST)).isEqualTo(MOST);
        List<String> before = left(user);

        try {
            stores.transactions().run(() -> {
                stores.erase(user, MOST);
                throw new IllegalStateException("the node crashes");
            });
        } catch (IllegalStateException crash) {
            assertThat(left(user)).isEqualTo(before);
        }

        int removed = 0;
        try (Pool pool = new Pool(connections.source(), FEW)) {
            Stores other = TestPostgres.stores(new Db(pool), TestPostgres.BOX);
            assertThat(other.accounts().removed(1_000)).contains(user);
            for (int batch = MOST; batch > 0; removed += batch) {
                batch = other.erase(user, MOST);
                assertThat(batch).isBetween(0, MOST);
            }
        }
        assertThat(left(user)).isEmpty();
        assertThat(hasRow(user)).isFalse();
        // All but the first batch: four rows a chat and two messages, 2,998 more messages, and the rest.
        assertThat(removed).isEqualTo(2_000 * 7 + 2_998 + 3_000 + 1_000 + 3_000 + 1 - MOST);
    }

    /** Keeps the transaction of a batch open, as a node that is frozen does, while other users go on. */
    @Test
    void no_other_user_waits_for_a_batch_that_is_under_way() throws Exception {
        UserId user = userWithMuchData();
        stores.removeAccount(user);
        UserId alsoRemoved = userWithMuchData();
        stores.removeAccount(alsoRemoved);
        CountDownLatch purged = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> frozen = threads.submit(() -> stores.transactions().run(() -> {
                assertThat(stores.erase(user, MOST)).isEqualTo(MOST);
                purged.countDown();
                await(free);
            }));
            await(purged);
            try {
                threads.submit(() -> workOfAnotherUser()).get(5, TimeUnit.SECONDS);
                assertThat(threads.submit(() -> stores.erase(user, MOST)).get(5, TimeUnit.SECONDS))
                        .isZero();
                assertThat(threads.submit(() -> stores.erase(alsoRemoved, MOST)).get(5, TimeUnit.SECONDS))
                        .isEqualTo(MOST);
            } finally {
                free.countDown();
            }
            frozen.get(20, TimeUnit.SECONDS);
        }
    }

    /** The owner's transaction deletes memories in another order than the one in which the purge reads them. */
    @ParameterizedTest
    @ValueSource(ints = {MOST, 1})
    void an_owner_forgets_memories_that_count_for_a_removed_account_while_it_is_purged(int most) throws Exception {
        UserId owner = Given.someUser(stores);
        UserId maker = Given.someUser(stores);
        MemoryId first = addedFor(maker, owner);
        MemoryId second = addedFor(maker, owner);
        MemoryId ofAnother = addedFor(maker, Given.someUser(stores));
        stores.removeAccount(maker);
        CountDownLatch forgotten = new CountDownLatch(1);

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> forgetting = threads.submit(() -> stores.transactions().run(() -> {
                assertThat(stores.memories().forget(owner, second)).isTrue();
                forgotten.countDown();
                TestPostgres.awaitBlocked("memor");
                assertThat(stores.memories().forget(owner, first)).isTrue();
            }));
            await(forgotten);
            assertThat(stores.erase(maker, most)).isPositive();
            forgetting.get(20, TimeUnit.SECONDS);
        }

        while (hasRow(maker)) {
            stores.erase(maker, most);
        }
        assertThat(stores.memories().find(List.of(first, second, ofAnother)))
                .singleElement()
                .satisfies(left -> assertThat(left.countsFor()).isEmpty());
    }

    private static MemoryId addedFor(UserId maker, UserId owner) {
        Memory memory = Sample.memory(owner).countingFor(maker).build();
        stores.memories().add(memory, memory.id().value(), Optional.empty(), Optional.empty());
        return memory.id();
    }

    @Test
    void memories_that_count_for_a_removed_account_count_for_their_owners_once_it_is_purged() {
        UserId maker = Given.someUser(stores);
        List<UserId> owners = List.of(Given.someUser(stores), Given.someUser(stores), Given.someUser(stores));
        owners.forEach(owner -> addedFor(maker, owner));
        stores.removeAccount(maker);

        while (hasRow(maker)) {
            assertThat(stores.erase(maker, 2)).isBetween(1, 2);
        }

        assertThat(owners).allMatch(owner -> stores.memories().count(owner) == 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static void workOfAnotherUser() {
        Account account = Sample.account().build();
        UserId user = account.id();
        assertThat(accounts().add(account)).isTrue();
        Session session = Sample.session(user).build();
        stores.sessions().open(session, Sample.refreshToken(), session.expiresAt());
        stores.conversations().add(Sample.chat(user).build(), List.of(Sample.said("hello")), Optional.empty());
        stores.memories().add(Sample.memory(user).build(), "words", Optional.empty(), Optional.empty());
        stores.usage().add(List.of(SampleUsage.of(user).build()));
        assertThat(stores.tasks()
                        .enqueue(List.of(Sample.task(user).build()), 100, Optional.empty())
                        .kept())
                .isPresent();
        assertThat(stores.removeAccount(user)).isTrue();
        while (hasRow(user)) {
            stores.erase(user, MOST);
        }
    }
}
