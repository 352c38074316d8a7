package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseOutageTest {
    private final DatabaseOutage outage = new DatabaseOutage();

    private static RuntimeException failure(String state) {
        return new IllegalStateException("a statement failed", new SQLException("the server's words", state));
    }

    private static void assertUnavailable(RuntimeException seen) {
        assertThat(seen)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.problem()).isEqualTo(new CommonProblem.Unavailable("database")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "08000", "08003", "08006", "53000", "53100", "53200", "53300", "53400", "57P01", "57P02", "57P03",
                "57P04", "57P05"
            })
    void an_unreachable_server_or_one_without_resources_is_an_outage(String state) {
        RuntimeException seen = outage.translate(failure(state));

        assertUnavailable(seen);
    }

    @Test
    void a_server_that_accepts_no_writes_is_reported_as_read_only() {
        RuntimeException seen = outage.translate(failure("25006"));

        assertThat(seen).hasMessage("the database does not accept writes at the moment; try again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"40P01", "40001"})
    void the_caller_may_repeat_a_transaction_that_the_server_rolled_back_for_another_one(String state) {
        RuntimeException seen = outage.translate(failure(state));

        assertUnavailable(seen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"57014", "55P03", "25P03"})
    void a_statement_that_took_or_waited_too_long_may_be_repeated(String state) {
        RuntimeException seen = outage.translate(failure(state));

        assertThat(seen).hasMessage("the database takes too long at the moment; try again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"22001", "23503", "23505", "42601", "42P01", "XX000"})
    void a_faulty_statement_is_no_outage(String state) {
        RuntimeException failure = failure(state);

        RuntimeException seen = outage.translate(failure);

        assertThat(seen).isSameAs(failure);
    }
}
