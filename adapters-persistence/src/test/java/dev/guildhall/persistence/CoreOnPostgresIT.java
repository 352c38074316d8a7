package dev.guildhall.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Core;
import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.task.TaskHandlerContract;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A program with a core in its own PostgreSQL database. */
@Timeout(120)
class CoreOnPostgresIT {
    private interface Bank {
        Map<String, Object> refund(Map<String, Object> input);
    }

    private static final Map<String, Object> NUMBER =
            Map.of("type", "object", "properties", Map.of("number", Map.of("type", "string")));

    private final Bank bank = input -> Map.of("refunded", input.get("order"));

    private static SharedPool pool(String name) throws SQLException {
        TestPostgres.ask(TestPostgres.url(), "CREATE DATABASE " + name);
        return new SharedPool(TestPostgres.url().withDatabase(name));
    }

    @Test
    void the_tasks_of_a_program_are_in_its_own_database() throws SQLException {
        try (SharedPool application = pool("core_of_tasks")) {
            DataSource dataSource = application.source();
            try (Database database = Database.open(dataSource, "guildhall");
                    Core core = Core.start(parts -> parts.stores(database.stores())
                            .task(
                                    "refund",
                                    (owner, task) -> bank.refund(task.spec().input())))) {
                Caller.User customer = core.user("crm", "4711");
                Task refund = core.tasks().submit(customer, "refund", Map.of("order", "77"));
                System.out.println(core.tasks().await(customer, refund.id()).state());
            }

            try (Database again = Database.open(dataSource, "guildhall");
                    Core core = Core.of(parts -> parts.stores(again.stores()))) {
                Caller.User customer = core.user("crm", "4711");

                TaskFilter own = new TaskFilter(Optional.of(customer.userId()), Optional.empty(), Optional.empty());
                assertThat(core.tasks().list(customer, own, PageRequest.first()).items())
                        .extracting(Task::state)
                        .containsExactly(new TaskState.Completed(Map.of("refunded", "77")));
            }
        }
    }

    @Test
    void agents_need_no_key_and_a_secret_is_not_stored_without_one() throws SQLException {
        ChatModel model = new ScriptedChatModel(CoreOnPostgresIT::answer);
        try (SharedPool application = pool("core_of_agents");
                Database database = Database.open(application.source(), "guildhall");
                Core core = Core.start(parts -> parts.stores(database.stores())
                        .chatModel(model)
                        .tool("desk.order", "The state of an order.", NUMBER, (caller, given) -> "shipped"))) {
            Caller.User customer = core.user("crm", "4711");

            assertThat(core.agents()
                            .ask(customer, "Where is my order 77?", text -> {})
                            .message()
                            .content())
                    .isEqualTo("It is shipped.");
            assertThatThrownBy(() -> database.derivedKey("links"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the database was opened without a key for secrets: open it with a SecretBox");
        }
    }

    private static Completion answer(CompletionRequest request) {
        return request.messages().toString().contains("shipped")
                ? ScriptedChatModel.says(request, "It is shipped.")
                : ScriptedChatModel.calls(
                        request,
                        List.of(new ToolCall("1", "desk.order", new ToolArguments.Parsed(Map.of("number", "77")))));
    }

    @Test
    void a_schema_adopts_its_first_key_and_does_not_open_without_it_then() throws SQLException {
        try (SharedPool application = pool("core_of_keys")) {
            Database.open(application.source(), "guildhall").close();
            Database.open(application.source(), "guildhall", TestPostgres.BOX).close();

            assertThatThrownBy(() -> Database.open(application.source(), "guildhall"))
                    .isInstanceOf(DatabaseStartException.class)
                    .hasMessage("this database has secrets: open it with the SecretBox of their key");
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class HandlersTest implements TaskHandlerContract {
        private SharedPool application;
        private Database database;

        @BeforeAll
        void open() throws SQLException {
            application = pool("core_of_handlers");
            database = Database.open(application.source(), "guildhall");
        }

        @AfterAll
        void close() {
            database.close();
            application.close();
        }

        @Override
        public Stores stores() {
            return database.stores();
        }
    }
}
