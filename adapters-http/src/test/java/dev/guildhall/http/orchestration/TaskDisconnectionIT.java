package dev.guildhall.http.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.Disconnection;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.Route;
import dev.guildhall.http.SharedSessions;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.ports.Actor;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.LeaseId;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskEvent;
import dev.guildhall.ports.task.TaskFilter;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that wait end when their client disconnects, and when the server stops. */
class TaskDisconnectionIT {
    private static final Duration LONGER_THAN_ANY_TEST = Duration.ofMinutes(5);

    /** Its one task never changes; a caller that waits for a change waits until its thread is interrupted. */
    private static final class Silent implements Tasks, TaskWorkers {
        final CountDownLatch asked = new CountDownLatch(1);
        final CompletableFuture<String> ended = new CompletableFuture<>();
        private final CountDownLatch never = new CountDownLatch(1);
        private final Task task = new Task(
                new TaskId("task_1"),
                new UserId("usr_1"),
                new Actor(new ProfileId("prf_1"), Optional.empty(), Optional.empty()),
                TaskSpec.of(new TaskType("silent"), Map.of()),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                List.of(),
                new TaskState.Queued());

        private Refusal silence() {
            asked.countDown();
            try {
                never.await();
                throw new IllegalStateException("this latch is never counted down");
            } catch (InterruptedException cancelled) {
                ended.complete("interrupted");
                Thread.currentThread().interrupt();
                return new Refusal(new CommonProblem.Cancelled());
            }
        }

        @Override
        public Submitted submit(Caller caller, TaskSpec spec, Optional<IdempotencyKey> key) {
            return new Submitted(task, false);
        }

        @Override
        public Submitted submitAsking(Caller caller, TaskSpec spec, Optional<IdempotencyKey> key) {
            return new Submitted(task, false);
        }

        @Override
        public Task find(Caller caller, TaskId id) {
            return task;
        }

        @Override
        public Task await(Caller caller, TaskId id, Duration atMost) {
            throw silence();
        }

        @Override
        public Page<Task> list(Caller caller, TaskFilter filter, PageRequest page) {
            return new Page<>(List.of(task), Optional.empty());
        }

        @Override
        public Submitted retry(Caller caller, TaskId id, Optional<IdempotencyKey> key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int retryAll(Caller caller, TaskStatus status, Optional<TaskType> type, Optional<Instant> since) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Task signal(Caller caller, TaskId id, Optional<Object> payload) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Task cancel(Caller caller, TaskId id) {
            return task;
        }

        @Override
        public void watch(Caller caller, TaskId id, int after, Consumer<TaskEvent> listener) {
            throw silence();
        }

        @Override
        public List<Leased> poll(Caller caller, Set<TaskType> types, int max, Duration wait) {
            throw silence();
        }

        @Override
        public void giveBack(Caller caller, List<Leased> unheard) {}

        @Override
        public Instant heartbeat(Caller caller, TaskId id, LeaseId leaseId) {
            return Instant.EPOCH;
        }

        @Override
        public Task complete(Caller caller, TaskId id, LeaseId leaseId, Map<String, Object> output) {
            return task;
        }

        @Override
        public Task fail(Caller caller, TaskId id, LeaseId leaseId, TaskError error, boolean retryable) {
            return task;
        }

        List<Route> routes() {
            List<Route> routes = new ArrayList<>(new TaskRoutes(this).routes());
            routes.addAll(new WorkerRoutes(this).routes());
            return routes;
        }
    }

    /** Every way to wait, and its response when the server stops. */
    enum Waiting {
        FOR_A_NEW_TASK("POST", "/tasks", "Prefer: wait=60\r\n", "{\"type\":\"echo\"}", "201 Created"),
        FOR_A_TASK("GET", "/tasks/task_1?wait=60", "", "", "200 OK"),
        FOR_EVENTS("GET", "/tasks/task_1/events", "", "", "200 OK"),
        FOR_WORK("POST", "/workers/poll", "", "{\"types\":[\"x\"],\"waitSeconds\":60}", "503 Service Unavailable");

        private final String method;
        private final String path;
        private final String headers;
        private final String body;
        private final String atStop;

        Waiting(String method, String path, String headers, String body, String atStop) {
            this.method = method;
            this.path = path;
            this.headers = headers;
            this.body = body;
            this.atStop = atStop;
        }

        /** The routes are at the root here, before the real ones. */
        RawHttp begin(TestServer server) {
            return begin(server, server.client().stranger());
        }

        RawHttp begin(TestServer server, Client.Person person) {
            String bearer = "Authorization: Bearer " + person.accessToken() + "\r\n";
            return new RawHttp(server.port()).request(method, path, bearer + headers, body);
        }

        /** An event stream has already sent its status line. */
        void assertUnauthenticated(String answer) {
            if (this == FOR_EVENTS) {
                assertThat(answer).startsWith("HTTP/1.1 200 OK").contains("event: error\ndata: {\"error\":{\"code\":");
            } else {
                assertThat(answer).startsWith("HTTP/1.1 401 Unauthorized").contains("WWW-Authenticate: Bearer");
            }
            assertThat(answer).contains("the session has ended");
        }
    }

    private static TestServer server(Silent silent) {
        return TestServer.start(
                parts -> parts,
                List.of(),
                silent.routes(),
                Sample.with(
                        ServerLimits.DEFAULT,
                        "stop",
                        new ServerLimits.Stop(Duration.ZERO, Duration.ZERO, LONGER_THAN_ANY_TEST)));
    }

    static Stream<Arguments> everyWay() {
        return Arrays.stream(Waiting.values())
                .flatMap(waiting -> Arrays.stream(Disconnection.values()).map(way -> Arguments.of(waiting, way)));
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void a_wait_ends_when_its_client_leaves(Waiting waiting, Disconnection way) throws Exception {
        Silent silent = new Silent();
        try (TestServer server = server(silent);
                RawHttp http = waiting.begin(server)) {
            assertThat(silent.asked.await(20, TimeUnit.SECONDS)).isTrue();

            way.leave(http);

            assertThat(silent.ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_wait_ends_with_a_session_that_this_node_ends(Waiting waiting) throws Exception {
        Silent silent = new Silent();
        try (TestServer server = server(silent)) {
            Client.Person person = server.client().stranger();
            try (RawHttp http = waiting.begin(server, person)) {
                assertThat(silent.asked.await(20, TimeUnit.SECONDS)).isTrue();

                person.client().post("/api/v1/auth/logout", "");

                waiting.assertUnauthenticated(http.readAll());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_wait_ends_with_a_session_that_another_node_ends(Waiting waiting) throws Exception {
        Silent silent = new Silent();
        try (SharedSessions shared = SharedSessions.start(parts -> parts, silent.routes())) {
            Client.Person person = shared.server().client().stranger();
            try (RawHttp http = waiting.begin(shared.server(), person)) {
                assertThat(silent.asked.await(20, TimeUnit.SECONDS)).isTrue();

                shared.endElsewhere(person);

                waiting.assertUnauthenticated(http.readAll());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_wait_does_not_hold_up_the_servers_stop(Waiting waiting) throws Exception {
        Silent silent = new Silent();
        TestServer server = server(silent);
        try (RawHttp http = waiting.begin(server)) {
            assertThat(silent.asked.await(20, TimeUnit.SECONDS)).isTrue();

            server.close();

            assertThat(silent.ended.getNow("goes on")).isEqualTo("interrupted");
            assertThat(http.readAll()).startsWith("HTTP/1.1 " + waiting.atStop);
        }
    }
}
