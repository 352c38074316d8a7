package dev.guildhall.integrations.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.schedule.CronFields;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrontabParserTest {
    private final CrontabParser parser = new CrontabParser();

    @Test
    void lists_ranges_steps_and_names_are_read() {
        CronFields fields = parser.parse("0,30 9-17/4  1-5,20 jan,MAR-may mon-fri");

        assertThat(fields.minutes()).containsExactlyInAnyOrder(0, 30);
        assertThat(fields.hours()).containsExactlyInAnyOrder(9, 13, 17);
        assertThat(fields.days()).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 20);
        assertThat(fields.months()).containsExactlyInAnyOrder(1, 3, 4, 5);
        assertThat(fields.weekdays()).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
        assertThat(fields.everyMatch()).isFalse();
        assertThat(fields.eitherDay()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 * * 0", "0 0 * * 7", "0 0 * * sun", "0 0 * * SUN"})
    void sunday_is_0_and_7(String expression) {
        CronFields fields = parser.parse(expression);

        assertThat(fields.weekdays()).isEqualTo(Set.of(0));
        assertThat(fields.eitherDay()).isFalse();
    }

    @Test
    void a_range_may_end_on_sunday_as_7() {
        CronFields fields = parser.parse("0 0 * * 5-7");

        assertThat(fields.weekdays()).containsExactlyInAnyOrder(5, 6, 0);
    }

    @Test
    void a_minute_or_an_hour_that_begins_with_a_star_matches_every_time() {
        assertThat(parser.parse("*/15 3 * * *").everyMatch()).isTrue();
        assertThat(parser.parse("15 */3 * * *").everyMatch()).isTrue();
        assertThat(parser.parse("*/15 3 * * *").minutes()).containsExactlyInAnyOrder(0, 15, 30, 45);
        assertThat(parser.parse("* * * * *").minutes()).hasSize(60);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "* * * *",
                "0 0 0 * * *",
                "@daily",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * 32 * *",
                "* * * 13 *",
                "* * * 0 *",
                "* * * * 8",
                "*/0 * * * *",
                "5/10 * * * *",
                "30-10 * * * *",
                "1,,2 * * * *",
                "a * * * *",
                "* * L * *",
                "* * * * 5#2",
                "* * ? * *",
                "* * * * monday",
                "-1 * * * *",
                "*/-1 * * * *",
                "1- * * * *",
                "99999999999 * * * *"
            })
    void what_crontab_does_not_know_is_refused(String expression) {
        assertThatThrownBy(() -> parser.parse(expression))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("cron");
    }
}
