package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.completion.UsageOutcome;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class UpstreamGateTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);

    private Gateway gateway(int waiting, Duration longest) {
        return new Gateway(
                CompletionLimits.DEFAULT.withCalls(new CompletionLimits.Calls(1, waiting, longest)), parts -> parts);
    }

    private void occupy(Gateway gateway) throws InterruptedException {
        gateway.model().does(sink -> {
            inside.countDown();
            await(leave);
            return FakeModel.whole();
        });
        Thread.ofVirtual().start(gateway::ask);
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void one_too_many_is_refused_after_a_bounded_wait_and_asked_of_nobody() throws Exception {
        Gateway gateway = gateway(1, Duration.ofMillis(1));
        occupy(gateway);

        Problem problem = Refused.by(gateway::ask);

        assertThat(problem).isEqualTo(new CompletionProblem.TooManyAtOnce());
        assertThat(gateway.model().asked()).hasSize(1);
        assertThat(gateway.entry().outcome()).isEqualTo(UsageOutcome.REFUSED);
        assertThat(gateway.entry().asked().attempts()).isZero();
        leave.countDown();
    }

    @Test
    void nobody_waits_where_as_many_as_may_wait_already() throws Exception {
        Gateway gateway = gateway(0, LONG);
        occupy(gateway);

        assertThat(Refused.by(gateway::ask)).isEqualTo(new CompletionProblem.TooManyAtOnce());
        leave.countDown();
    }

    @Test
    void who_waits_gets_the_place_of_who_ends() throws Exception {
        Gateway gateway = gateway(1, LONG);
        occupy(gateway);
        CompletableFuture<Long> cost = CompletableFuture.supplyAsync(
                () -> gateway.ask().usage().completionTokens(),
                task -> Thread.ofVirtual().start(task));

        leave.countDown();

        assertThat(cost.get(10, TimeUnit.SECONDS)).isEqualTo(FakeModel.PIECES);
    }

    @Test
    void who_leaves_while_waiting_costs_nothing() throws Exception {
        Gateway gateway = gateway(1, LONG);
        occupy(gateway);
        CompletableFuture<Problem> outcome = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> outcome.complete(Refused.by(gateway::ask)));

        waiting.interrupt();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(new CommonProblem.Cancelled());
        assertThat(gateway.entry().outcome()).isEqualTo(UsageOutcome.CANCELLED);
        assertThat(gateway.entry().usage().promptTokens()).isZero();
        leave.countDown();
    }
}
