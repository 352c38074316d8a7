package dev.guildhall.core.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.core.agent.Conversing;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests whose account is erased while they run. */
@Timeout(20)
class ErasedAccountTest {
    private final CompletionFixture fixture = new CompletionFixture();
    private final CountDownLatch streaming = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    /** The next request sends text, and then nothing until it is interrupted. */
    private void hangs() {
        fixture.model().does(sink -> {
            fixture.model().say(3, sink);
            streaming.countDown();
            Conversing.awaitQuietly(never);
            if (Thread.currentThread().isInterrupted()) {
                throw new Refusal(new CommonProblem.Cancelled());
            }
            return FakeModel.whole();
        });
    }

    private void erase(Caller.User user) {
        fixture.installation().core().security().deleteAccount(user, Optional.of(Installation.PASSWORD));
    }

    @Test
    void a_running_stream_ends_with_its_account_and_leaves_no_data() throws Exception {
        hangs();
        CompletableFuture<Problem> outcome = new CompletableFuture<>();
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            outcome.complete(Refused.by(fixture::ask));
            stillInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        streaming.await();

        erase(fixture.caller());

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(stillInterrupted.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(fixture.installation()
                        .stores()
                        .usage()
                        .ofUser(fixture.caller().userId(), PageRequest.first())
                        .items())
                .isEmpty();
    }

    @Test
    void a_running_request_ends_when_another_node_erases_its_account() throws Exception {
        hangs();
        CompletableFuture<Problem> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> outcome.complete(Refused.by(fixture::ask)));
        streaming.await();

        fixture.installation().stores().removeAccount(fixture.caller().userId());
        fixture.installation().core().start();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(CommonProblem.Unauthenticated.class);
        fixture.installation().core().close();
    }

    @Test
    void others_stream_on() throws Exception {
        Caller.User other = fixture.installation().someone();
        CompletableFuture<Long> cost = new CompletableFuture<>();
        fixture.model().does(sink -> {
            streaming.countDown();
            Conversing.awaitQuietly(never);
            fixture.model().say(FakeModel.PIECES, sink);
            return FakeModel.whole();
        });
        Thread.ofVirtual().start(() -> cost.complete(fixture.ask().usage().completionTokens()));
        streaming.await();

        erase(other);
        never.countDown();

        assertThat(cost.get(10, TimeUnit.SECONDS)).isEqualTo(FakeModel.PIECES);
        assertThat(fixture.entries()).hasSize(1);
    }

    @Test
    void an_interrupt_of_the_client_s_stays_what_it_was() throws Exception {
        hangs();
        CompletableFuture<Problem> outcome = new CompletableFuture<>();
        Thread request = Thread.ofVirtual().start(() -> outcome.complete(Refused.by(fixture::ask)));
        streaming.await();

        request.interrupt();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(new CommonProblem.Cancelled());
    }

    @Test
    void a_request_that_ended_before_the_erasure_is_not_interrupted() {
        fixture.ask();

        erase(fixture.caller());

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
