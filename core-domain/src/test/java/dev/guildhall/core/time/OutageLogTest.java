package dev.guildhall.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class OutageLogTest {
    /** Collects its lines. */
    private static final class Lines implements System.Logger {
        private final List<String> lines = new ArrayList<>();

        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            lines.add(level + " " + MessageFormat.format(format, parameters));
        }
    }

    private final Lines lines = new Lines();

    private void fail(OutageLog log, int times) {
        for (int i = 0; i < times; i++) {
            log.failed("the try {0} failed", i);
        }
    }

    @Test
    void of_many_failures_in_a_row_one_in_ten_seconds_is_logged() {
        fail(new OutageLog(lines, Duration.ofMillis(200)), 101);

        assertThat(lines.lines)
                .containsExactly("WARNING the try 0 failed", "WARNING the try 50 failed", "WARNING the try 100 failed");
    }

    @Test
    void the_first_failure_after_a_success_is_logged() {
        OutageLog log = new OutageLog(lines, Duration.ofMillis(200));
        fail(log, 3);
        log.succeeded();
        fail(log, 3);

        assertThat(lines.lines).containsExactly("WARNING the try 0 failed", "WARNING the try 0 failed");
    }

    @Test
    void every_failure_of_rare_work_is_logged() {
        fail(new OutageLog(lines, Duration.ofMinutes(10)), 2);

        assertThat(lines.lines).hasSize(2);
    }
}
