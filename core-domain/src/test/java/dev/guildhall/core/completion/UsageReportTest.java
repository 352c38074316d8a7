package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageReport;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageReportTest {
    private static final LocalDate TODAY = LocalDate.ofInstant(Sample.NOW, ZoneOffset.UTC);

    private final CompletionFixture fixture = new CompletionFixture();

    private UsageReport report(int days) {
        return fixture.usage().report(fixture.caller(), days);
    }

    @Test
    void a_month_without_usage_has_thirty_empty_days_oldest_first() {
        UsageReport report = report(30);

        assertThat(report.total()).isEqualTo(UsageCount.ZERO);
        assertThat(report.byModel()).isEmpty();
        assertThat(report.byDay())
                .hasSize(30)
                .startsWith(new UsageReport.Day(TODAY.minusDays(29), UsageCount.ZERO))
                .endsWith(new UsageReport.Day(TODAY, UsageCount.ZERO));
        assertThat(report.byDay()).extracting(UsageReport.Day::date).isSorted();
    }

    @Test
    void every_day_of_the_window_has_its_own_sum() {
        fixture.ask();
        fixture.installation().time().advance(Duration.ofDays(2));
        fixture.ask();
        fixture.ask();

        UsageReport report = report(3);

        assertThat(report.byDay().stream().map(day -> day.count().requests())).containsExactly(1L, 0L, 2L);
        assertThat(report.total()).isEqualTo(new UsageCount(36, 150, 3));
        assertThat(report.byModel()).containsOnlyKeys("fast").containsEntry("fast", report.total());
        assertThat(report(2).total().requests()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 91, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void days_outside_of_one_to_ninety_are_refused(int days) {
        Problem problem = Refused.by(() -> report(days));

        assertThat(problem).isInstanceOf(CommonProblem.Invalid.class);
        assertThat(problem.message()).startsWith("days");
    }

    @Test
    void a_user_does_not_see_the_usage_of_another_user() {
        fixture.ask();
        Caller.User other = Sample.user();

        assertThat(fixture.usage().report(other, 90).total()).isEqualTo(UsageCount.ZERO);
        assertThat(fixture.usage().requests(other, PageRequest.first()).items()).isEqualTo(List.of());
    }

    @Test
    void an_anonymous_caller_sees_nothing() {
        assertThat(Refused.by(() -> fixture.usage().report(Caller.anonymous(), 30)))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
    }
}
