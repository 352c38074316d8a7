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
    void a_server_that_is_not_there_or_has_no_room_is_an_outage(String state) {
        RuntimeException seen = outage.translate(failure(state));

        assertUnavailable(seen);
    }

    @Test
    void a_server_that_takes_no_writes_was_said_not_to_be_reached() {
        RuntimeException seen = outage.translate(failure("25006"));

        assertThat(seen).hasMessage("the database does not accept writes at the moment; try again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"40P01", "40001"})
    void a_transaction_that_was_undone_for_another_ones_sake_may_be_tried_again(String state) {
        RuntimeException seen = outage.translate(failure(state));

        assertUnavailable(seen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"22001", "23503", "23505", "42601", "42P01", "57014", "XX000"})
    void a_statement_that_is_wrong_or_was_cancelled_is_none(String state) {
        RuntimeException failure = failure(state);

        RuntimeException seen = outage.translate(failure);

        assertThat(seen).isSameAs(failure);
    }
}
