package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guildhall.persistence.config.DatabaseStartException;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

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
                "08000", "08003", "08006", "53000", "53200", "53300", "53400", "57P01", "57P02", "57P03", "57P04",
                "57P05"
            })
    void an_unreachable_server_or_one_without_resources_is_an_outage(String state) {
        RuntimeException seen = outage.translate(failure(state));

        assertUnavailable(seen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"26000", "42P05"})
    void another_session_of_a_pooler_ends_a_start_and_is_an_outage_afterwards(String state) {
        RuntimeException early = outage.translate(failure(state));
        outage.started();
        RuntimeException late = outage.translate(failure(state));

        assertThat(early).isInstanceOf(DatabaseStartException.class).hasMessageContaining("?prepareThreshold=0");
        assertUnavailable(late);
    }

    @Test
    void a_server_that_accepts_no_writes_is_reported_as_read_only() {
        RuntimeException seen = outage.translate(failure("25006"));

        assertThat(seen).hasMessage("Unavailable: the database does not accept writes at the moment; try again");
    }

    @Test
    void a_server_with_a_full_disk_has_no_space_left_instead_of_being_unreachable() {
        RuntimeException seen = outage.translate(failure("53100"));

        assertThat(seen).hasMessage("Unavailable: the database has no space left at the moment; try again");
        assertThat(((Refusal) seen).problem()).isEqualTo(CommonProblem.Unavailable.full("database"));
    }

    @Test
    void a_server_that_ends_because_of_its_full_disk_has_no_space_left_until_a_write_succeeds() {
        outage.translate(failure("53100"));
        RuntimeException ended = outage.translate(failure("57P02"));
        RuntimeException recovering = outage.translate(failure("08006"));

        outage.spaceFound();
        RuntimeException later = outage.translate(failure("08006"));

        assertThat(ended).hasMessage("Unavailable: the database has no space left at the moment; try again");
        assertThat(recovering).hasMessage("Unavailable: the database has no space left at the moment; try again");
        assertUnavailable(later);
    }

    @Test
    void a_full_disk_is_logged_once_and_its_end_once() {
        Logger logger = (Logger) LoggerFactory.getLogger(DatabaseOutage.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try {
            for (int request = 0; request < 3; request++) {
                outage.translate(failure("53100"));
            }
            outage.spaceFound();
            outage.spaceFound();
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "the database has no space left: writes are refused until it has",
                        "the database has space again");
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

        assertThat(seen).hasMessage("Unavailable: the database takes too long at the moment; try again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"22001", "23503", "23505", "42601", "42P01", "XX000"})
    void a_faulty_statement_is_no_outage(String state) {
        RuntimeException failure = failure(state);

        RuntimeException seen = outage.translate(failure);

        assertThat(seen).isSameAs(failure);
    }
}
