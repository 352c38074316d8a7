package dev.guildhall.http.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.wire.secrets.Secrets;
import java.lang.System.Logger.Level;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogWatchTest {
    private final Secrets secrets = new Secrets();
    private final LogWatch watch = new LogWatch(secrets);
    private final Logger log = new LoggerContext().getLogger("dev.guildhall.planted");

    @BeforeEach
    void attach() {
        watch.start();
        log.addAppender(watch);
    }

    @Test
    void a_secret_in_a_message_is_a_fault_that_names_the_logger_and_the_kind() {
        secrets.add("password", "correct horse battery");

        log.info("signing in with {}", "correct horse battery");

        assertThat(watch.faults()).containsExactly("dev.guildhall.planted logged a secret: password");
        assertThat(watch.faults()).isEmpty();
    }

    @Test
    void a_secret_that_the_client_learns_after_it_was_logged_is_found_too() {
        log.debug("issued c2lnbmF0dXJl");
        secrets.add("access token", "header.claims.c2lnbmF0dXJl");

        assertThat(watch.faults()).containsExactly("dev.guildhall.planted logged a secret: access token");
    }

    @Test
    void a_secret_in_a_cause_or_a_suppressed_exception_is_found() {
        secrets.add("refresh token", "0123456789");
        RuntimeException outer = new IllegalStateException("all is well", new IllegalStateException("not 0123456789"));
        RuntimeException other = new IllegalStateException("nor here");
        other.addSuppressed(new IllegalStateException("0123456789"));

        log.warn("failed", outer);
        List<String> inCause = watch.faults();
        log.warn("failed again", other);

        assertThat(inCause).hasSize(1).isEqualTo(watch.faults());
    }

    @Test
    void a_secret_in_front_of_many_lines_is_found() {
        secrets.add("API key", "0123456789");

        log.info("0123456789");
        for (int i = 0; i < 11_000; i++) {
            log.info("nothing");
        }

        assertThat(watch.faults()).hasSize(1);
        assertThat(watch.linesRead()).isEqualTo(11_001);
    }

    @Test
    void a_line_break_in_a_message_is_a_fault() {
        log.info("user=ada\nid=1 route=\"GET /\" status=200");

        assertThat(watch.faults()).containsExactly("dev.guildhall.planted broke its line");
    }

    @Test
    void the_watch_over_this_run_reads_the_finest_lines_and_knows_what_clients_send_and_see() {
        try (TestServer server = TestServer.start()) {
            Client.Person person = server.client().stranger();
            long before = LogWatchExtension.WATCH.linesRead();

            System.getLogger("dev.guildhall.http.Any").log(Level.TRACE, "a fine line");

            assertThat(LogWatchExtension.WATCH.linesRead()).isGreaterThan(before);
            assertThat(Secrets.OF_THIS_RUN.kindIn("… " + person.accessToken())).contains("access token");
            assertThat(Secrets.OF_THIS_RUN.kindIn("… " + person.refreshToken())).contains("refresh token");
            assertThat(Secrets.OF_THIS_RUN.kindIn("… correct horse battery")).contains("password");
        }
    }
}
