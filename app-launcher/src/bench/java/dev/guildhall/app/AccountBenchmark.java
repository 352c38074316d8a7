package dev.guildhall.app;

import dev.guildhall.persistence.secret.Argon2PasswordHasher;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.PasswordHasher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * The cost of the account service in comparison with a bare JSON route of the same server, in a process of its own, on
 * the embedded PostgreSQL with fsync, over 64 connections on loopback. Clients and server share the processors. The two
 * sides of each pair are measured alternately; each benchmark prints the median of their ratios at its end, which is
 * the result, not the time of a pair.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 15)
@Measurement(iterations = 12)
public class AccountBenchmark {
    private static final int CONNECTIONS = 64;
    private static final int FLOODING = 16;
    private static final long TURN_MS = 1_000;
    /** Enough requests in a row to warm up the processor on both sides. */
    private static final int SIGN_INS = 60;

    private static final byte[] BARE = Connection.get("/health/live", "");

    /** A user who is signed in; the refresh token changes with each use. */
    private static final class SignedIn {
        final byte[] sessionCheck;
        final String accessToken;
        String refreshToken;

        SignedIn(String answer) {
            accessToken = BenchServer.field(answer, "accessToken");
            sessionCheck = Connection.get("/api/v1/auth/session", accessToken);
            refreshToken = BenchServer.field(answer, "refreshToken");
        }

        boolean check(Connection connection) {
            return connection.send(sessionCheck).status() == 200;
        }

        boolean refresh(Connection connection) {
            Connection.Answer answer = connection.send(
                    Connection.post("/api/v1/auth/token/refresh", "{\"refreshToken\":\"" + refreshToken + "\"}"));
            if (answer.status() == 200) {
                refreshToken = BenchServer.field(answer.body(), "refreshToken");
            }
            return answer.status() == 200;
        }
    }

    private final Ratios ratios = new Ratios();
    private final List<SignedIn> people = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private final BenchServer server = BenchServer.start(Map.of());
    private final Load load = new Load(server.port(), CONNECTIONS);

    @Setup
    public void register() {
        for (int i = 0; i < CONNECTIONS; i++) {
            people.add(new SignedIn(server.register(i)));
        }
    }

    /** Discards the warm-up, in which the virtual machine has not compiled all code yet. */
    @TearDown(Level.Iteration)
    public void forgetWarmup(IterationParams iteration) {
        ratios.forgetWarmup(iteration);
    }

    @TearDown
    public void report() {
        ratios.print();
        load.close();
        server.close();
    }

    /** {@code GET /auth/session} with a valid token, as a share of the bare route's rate. Goal: 0.8 or more. */
    @Benchmark
    public double sessionCheck() throws InterruptedException {
        double bare = load.perSecond(TURN_MS, bare());
        double checks = load.perSecond(TURN_MS, checks());
        return ratios.add("session checks, of the bare route's rate", checks / bare);
    }

    /** A request with API keys, as a share of the rate of the same request with access tokens. Goal: 0.9 or more. */
    @Benchmark
    public double keyCheck() throws InterruptedException {
        double tokens = load.perSecond(TURN_MS, modelLists(tokens()));
        double keys = load.perSecond(TURN_MS, modelLists(apiKeys()));
        return ratios.add("requests with API keys, of the rate with access tokens", keys / tokens);
    }

    /**
     * Refresh with rotation and audit entry, stored durably, as a share of the bare route's rate. Goal: 0.04 or more.
     */
    @Benchmark
    public double refresh() throws InterruptedException {
        double bare = load.perSecond(TURN_MS, bare());
        double refreshes = load.perSecond(
                TURN_MS,
                people.stream().map(person -> (Load.Step) person::refresh).toList());
        return ratios.add("refreshes, of the bare route's rate", refreshes / bare);
    }

    /** Session checks during many sign-ins, as a share of their rate without them. Goal: 0.5 or more. */
    @Benchmark
    public double sessionCheckInFlood() throws InterruptedException {
        double calm = load.perSecond(TURN_MS, checks());
        double flooded = inFlood(() -> load.perSecond(TURN_MS, checks()));
        return ratios.add("session checks in a flood of sign-ins, of their rate without it", flooded / calm);
    }

    /** The time of a sign-in without the hash of its password, in milliseconds. Goal: 5 or less. */
    @Benchmark
    @Warmup(iterations = 25)
    public double signIn() {
        PasswordHasher hasher = new Argon2PasswordHasher();
        Password password = new Password(BenchServer.PASSWORD);
        PasswordHash hash = hasher.hash(password);
        byte[] request = Connection.post("/api/v1/auth/login", BenchServer.credentials(1));
        try (Connection connection = new Connection(load.port())) {
            double beyond =
                    median(SIGN_INS, () -> require(connection.send(request).status() == 200))
                            - median(SIGN_INS, () -> require(hasher.matches(password, hash)));
            return ratios.add("milliseconds of a sign-in beyond the hash alone", beyond);
        }
    }

    private static List<Load.Step> bare() {
        Load.Step step = connection -> connection.send(BARE).status() == 200;
        return IntStream.range(0, CONNECTIONS).mapToObj(i -> step).toList();
    }

    private List<Load.Step> checks() {
        return people.stream().map(person -> (Load.Step) person::check).toList();
    }

    private List<String> tokens() {
        return people.stream().map(person -> person.accessToken).toList();
    }

    /** One of each user, made by the first call. */
    private List<String> apiKeys() {
        if (keys.isEmpty()) {
            try (Connection connection = new Connection(load.port())) {
                tokens().forEach(token -> keys.add(BenchServer.field(
                        connection
                                .send(Connection.post("/api/v1/keys", "{\"name\":\"bench\"}", token))
                                .body(),
                        "key")));
            }
        }
        return keys;
    }

    /** The cheapest request that both may send. */
    private static List<Load.Step> modelLists(List<String> bearers) {
        return bearers.stream()
                .map(bearer -> Connection.get("/completion/api/models", bearer))
                .map(request ->
                        (Load.Step) connection -> connection.send(request).status() == 200)
                .toList();
    }

    private static void require(boolean good) {
        if (!good) {
            throw new IllegalStateException("an unexpected response");
        }
    }

    private static double median(int times, Runnable work) {
        double[] millis = new double[times];
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            work.run();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis[times / 2];
    }

    private interface Measured {
        double run() throws InterruptedException;
    }

    private double inFlood(Measured measured) throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> flood = IntStream.range(0, FLOODING)
                .mapToObj(i -> Thread.ofPlatform().start(() -> signInUntil(over, i)))
                .toList();
        try {
            return measured.run();
        } finally {
            over.set(true);
            for (Thread thread : flood) {
                thread.join();
            }
        }
    }

    private void signInUntil(AtomicBoolean over, int number) {
        byte[] request = Connection.post("/api/v1/auth/login", BenchServer.credentials(number));
        try (Connection connection = new Connection(load.port())) {
            while (!over.get()) {
                require(connection.send(request).status() == 200);
            }
        }
    }
}
