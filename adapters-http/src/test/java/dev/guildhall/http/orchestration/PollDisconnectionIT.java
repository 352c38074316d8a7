package dev.guildhall.http.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Disconnection;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.testkit.Sample;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that a poll has claimed for a client that has disconnected meanwhile. */
@Timeout(60)
class PollDisconnectionIT {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private final CompletableFuture<Object> givenBack = new CompletableFuture<>();
    private final TaskWorkers.Leased leased = new TaskWorkers.Leased(
            Task.kept(Sample.task(Sample.user().requireUser().userId()).build(), Sample.NOW),
            new LeaseId("lease_1"),
            Sample.NOW);

    /** A poll claims its task after the client has disconnected, whatever interrupts it. */
    private TestServer server() {
        TaskWorkers workers = (TaskWorkers) Proxy.newProxyInstance(
                TaskWorkers.class.getClassLoader(), new Class<?>[] {TaskWorkers.class}, (_, method, arguments) -> {
                    if (method.getName().equals("giveBack")) {
                        givenBack.complete(arguments[1]);
                        return null;
                    }
                    asked.countDown();
                    awaitLeaving();
                    return List.of(leased);
                });
        return TestServer.start(parts -> parts, new WorkerRoutes(workers).routes());
    }

    private void awaitLeaving() {
        boolean interrupted = Thread.interrupted();
        while (left.getCount() > 0) {
            try {
                left.await();
            } catch (InterruptedException clientHasLeft) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private RawHttp poll(TestServer server) {
        String bearer = "Authorization: Bearer " + server.client().stranger().accessToken() + "\r\n";
        return new RawHttp(server.port())
                .request("POST", "/workers/poll", bearer, "{\"types\":[\"import\"],\"waitSeconds\":60}");
    }

    @ParameterizedTest
    @EnumSource
    void what_was_taken_for_a_client_that_has_left_is_given_back(Disconnection way) throws Exception {
        try (TestServer server = server();
                RawHttp http = poll(server)) {
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            way.leave(http);
            left.countDown();

            assertThat(givenBack.get(20, TimeUnit.SECONDS)).isEqualTo(List.of(leased));
        }
    }

    @Test
    void what_was_taken_for_a_client_that_waits_is_told_to_it() throws Exception {
        try (TestServer server = server();
                RawHttp http = poll(server)) {
            left.countDown();

            assertThat(http.readUntil("lease_1")).contains("lease_1");
            assertThat(givenBack).isNotDone();
        }
    }
}
