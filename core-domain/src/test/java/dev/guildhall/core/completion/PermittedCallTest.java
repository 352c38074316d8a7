package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.guildhall.core.Refused;
import dev.guildhall.core.agent.Conversing;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.limit.Bulkhead;
import dev.guildhall.core.limit.Permit;
import dev.guildhall.core.limit.UserBulkhead;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.usage.UsageOutcome;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(20)
class PermittedCallTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final UserId ONE = new UserId("usr_one");
    private static final UserId OTHER = new UserId("usr_other");
    private static final Problem OF_ONE =
            new CommonProblem.RateLimited(Duration.ofSeconds(1), CommonProblem.RateLimited.Counted.REQUESTS_AT_ONCE);

    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);

    private CompletionFixture fixture(int waiting, Duration longest) {
        return new CompletionFixture(
                CompletionLimits.DEFAULT.withCalls(new CompletionLimits.Calls(1, 1_000, waiting, longest)));
    }

    private void occupy(CompletionFixture fixture) throws InterruptedException {
        fixture.model().does(sink -> {
            inside.countDown();
            Conversing.awaitQuietly(leave);
            return FakeModel.whole();
        });
        Thread.ofVirtual().start(fixture::ask);
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
    }

    static Stream<Arguments> bounds() {
        return Stream.of(
                arguments(
                        new CompletionLimits.Calls(1, 1_000, 1, Duration.ofMillis(1)),
                        new CompletionProblem.TooManyAtOnce()),
                arguments(new CompletionLimits.Calls(10, 1, 1, Duration.ofMillis(1)), OF_ONE));
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void a_request_beyond_the_limit_of_all_or_of_a_user_is_refused_after_a_bounded_wait_and_sent_to_no_provider(
            CompletionLimits.Calls calls, Problem expected) throws Exception {
        CompletionFixture fixture = new CompletionFixture(CompletionLimits.DEFAULT.withCalls(calls));
        occupy(fixture);

        Problem problem = Refused.by(fixture::ask);

        assertThat(problem).isEqualTo(expected);
        assertThat(fixture.model().asked()).hasSize(1);
        assertThat(fixture.entry().outcome()).isEqualTo(UsageOutcome.REFUSED);
        assertThat(fixture.entry().asked().attempts()).isZero();
        leave.countDown();
    }

    @Test
    void a_request_does_not_wait_when_the_maximum_waits() throws Exception {
        CompletionFixture fixture = fixture(0, LONG);
        occupy(fixture);

        assertThat(Refused.by(fixture::ask)).isEqualTo(new CompletionProblem.TooManyAtOnce());
        leave.countDown();
    }

    @Test
    void a_waiting_request_gets_the_permit_of_an_ended_one() throws Exception {
        CompletionFixture fixture = fixture(1, LONG);
        occupy(fixture);
        CompletableFuture<Long> cost = CompletableFuture.supplyAsync(
                () -> fixture.ask().usage().completionTokens(),
                task -> Thread.ofVirtual().start(task));

        leave.countDown();

        assertThat(cost.get(10, TimeUnit.SECONDS)).isEqualTo(FakeModel.PIECES);
    }

    private static UserBulkhead bulkhead(int atOnce, int perUser, int waiting) {
        return new UserBulkhead(atOnce, perUser, waiting, InstantSource.system());
    }

    private Permit enter(UserBulkhead bulkhead, UserId user) {
        return bulkhead.enter(user, LONG, new CompletionProblem.TooManyAtOnce(), OF_ONE);
    }

    /** The test's timeout limits the wait. */
    private Thread waiting(UserBulkhead bulkhead, UserId user) {
        Thread thread = Thread.ofVirtual().start(() -> enter(bulkhead, user).close());
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        return thread;
    }

    @Test
    void waiting_requests_of_one_user_do_not_delay_other_users() throws Exception {
        UserBulkhead bulkhead = bulkhead(2, 1, 20);
        Permit ofOne = enter(bulkhead, ONE);
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(waiting(bulkhead, ONE));
        }

        enter(bulkhead, OTHER).close();
        ofOne.close();
        for (Thread thread : waiting) {
            thread.join();
        }

        assertThat(bulkhead.users()).isZero();
    }

    @Test
    void no_more_of_a_user_s_wait_than_may() throws Exception {
        UserBulkhead bulkhead = bulkhead(10, 1, 1);
        Permit inPlace = enter(bulkhead, ONE);
        Thread inQueue = waiting(bulkhead, ONE);

        assertThat(Refused.by(() -> enter(bulkhead, ONE))).isEqualTo(OF_ONE);
        inPlace.close();
        inQueue.join();
        assertThat(bulkhead.users()).isZero();
    }

    @Test
    void a_refused_thread_releases_the_permit_of_its_user() {
        UserBulkhead bulkhead = bulkhead(1, 1, 0);
        Permit ofOne = enter(bulkhead, ONE);

        assertThat(Refused.by(() -> enter(bulkhead, OTHER))).isEqualTo(new CompletionProblem.TooManyAtOnce());
        ofOne.close();

        enter(bulkhead, OTHER).close();
        enter(bulkhead, ONE).close();
        assertThat(bulkhead.users()).isZero();
    }

    @Test
    void work_that_throws_releases_its_permit() {
        CompletionFixture fixture = new CompletionFixture(
                CompletionLimits.DEFAULT.withCalls(new CompletionLimits.Calls(1, 1, 0, Duration.ofMillis(1))));
        fixture.model().does(sink -> {
            throw new IllegalStateException("work");
        });

        Throwable thrown = catchThrowable(fixture::ask);

        assertThat(thrown).hasMessage("work");
        fixture.model().does(sink -> FakeModel.whole());
        assertThat(fixture.ask().usage().completionTokens()).isEqualTo(FakeModel.PIECES);
    }

    @Test
    void the_wait_for_one_permit_reduces_the_wait_for_the_next() throws Exception {
        ManualTicker time = new ManualTicker(Sample.NOW);
        Bulkhead bulkhead = new Bulkhead(1, 1, time);
        Permit first = bulkhead.enter(LONG, OF_ONE);
        CompletableFuture<Duration> left = new CompletableFuture<>();
        Thread second = Thread.ofVirtual()
                .start(() -> left.complete(bulkhead.enter(LONG, OF_ONE).rest()));
        while (second.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }

        time.advance(Duration.ofSeconds(4));
        first.close();

        assertThat(first.rest()).isEqualTo(LONG);
        assertThat(left.get(10, TimeUnit.SECONDS)).isEqualTo(LONG.minusSeconds(4));
    }

    @Test
    void a_client_that_disconnects_while_waiting_costs_nothing() throws Exception {
        CompletionFixture fixture = fixture(1, LONG);
        occupy(fixture);
        CompletableFuture<Problem> outcome = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> outcome.complete(Refused.by(fixture::ask)));

        waiting.interrupt();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(new CommonProblem.Cancelled());
        assertThat(fixture.entry().outcome()).isEqualTo(UsageOutcome.CANCELLED);
        assertThat(fixture.entry().usage().promptTokens()).isZero();
        leave.countDown();
    }
}
