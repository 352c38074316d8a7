package dev.guildhall.http.mcp;

import dev.guildhall.core.Core;
import dev.guildhall.http.Access;
import dev.guildhall.http.Client;
import dev.guildhall.http.Route;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Requests of MCP's newer era over loopback, in comparison with a route that answers the same bytes to the same key, and
 * that runs the tool where the request calls one: a bare route of Javalin, and one of this server. The times are those of
 * one request after another, measured alternately in short turns; the medians of the ratios are printed. Goal: at most 1.10.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class McpBenchmark {
    private static final int WARM_UP_TURNS = 400;
    private static final int TURNS = 60;
    private static final int REQUESTS = 200;
    private static final String BARE = "/bare";
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    private static final String LIST =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{" + META + "}}";
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
            + "\"name\":\"builtin__double\",\"arguments\":{\"n\":21}," + META + "}}";

    private final AtomicReference<byte[]> bytes = new AtomicReference<>(new byte[0]);
    private final AtomicReference<Runnable> tool = new AtomicReference<>(() -> {});
    private final TestServer server = TestServer.start(
            parts -> parts.tools(new ArithmeticTools()), List.of(Route.post(BARE, Access.BEARER, exchange -> {
                exchange.tree();
                tool.get().run();
                exchange.jsonBytes(200, bytes.get());
            })));
    private final Javalin javalin = Javalin.create(config -> {
                config.concurrency.useVirtualThreads = true;
                config.startup.showJavalinBanner = false;
                config.routes.post(BARE, this::answer);
            })
            .start("127.0.0.1", 0);
    private final Core core = server.core();
    private final Client.Person ada = server.client().stranger();
    private final String key =
            ada.client().post("/api/v1/keys", "{\"name\":\"bench\"}").text("key");

    private void answer(Context context) {
        String header = Objects.requireNonNull(context.header("Authorization"));
        core.accounts().authenticate(Caller.anonymous(), new AccessToken(header.substring("Bearer ".length())));
        context.bodyAsBytes();
        tool.get().run();
        context.contentType("application/json").result(bytes.get());
    }

    @TearDown
    public void stop() {
        javalin.stop();
        server.close();
    }

    @Benchmark
    public void list() {
        measure("tools/list", LIST, "");
    }

    @Benchmark
    public void call() {
        Caller user = core.accounts().authenticate(Caller.anonymous(), new AccessToken(key));
        Tool found = core.tools().named(user, new ToolName("builtin.double")).orElseThrow();
        tool.set(() -> core.toolExecutions()
                .execute(
                        user,
                        new ExecutionRequest(found.id(), Map.of("n", 21), ExecutionContext.none(), Optional.empty())));
        measure("tools/call", CALL, "Mcp-Name: builtin__double\r\n");
    }

    private void measure(String method, String body, String more) {
        String headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + method + "\r\n" + more;
        byte[] mcp = KeepAlive.post("/mcp", key, headers, body);
        byte[] bare = KeepAlive.post(BARE, key, headers, body);
        List<Double> toJavalin = new ArrayList<>();
        List<Double> toRoute = new ArrayList<>();
        try (KeepAlive ours = new KeepAlive(server.port());
                KeepAlive other = new KeepAlive(javalin.port())) {
            bytes.set(ours.send(mcp));
            for (int turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
                double ofJavalin = micros(other, bare);
                double ofMcp = micros(ours, mcp);
                double ofRoute = micros(ours, bare);
                if (turn >= WARM_UP_TURNS) {
                    toJavalin.add(ofMcp / ofJavalin);
                    toRoute.add(ofMcp / ofRoute);
                }
                if (turn % 100 == 99) {
                    System.out.printf(
                            Locale.ROOT,
                            "%s: %.0f µs, a route of this server %.0f µs, of Javalin %.0f µs%n",
                            method,
                            ofMcp,
                            ofRoute,
                            ofJavalin);
                }
            }
        }
        print(method + " to a bare route of Javalin", toJavalin);
        print(method + " to a bare route of this server", toRoute);
    }

    private static double micros(KeepAlive connection, byte[] request) {
        long begin = System.nanoTime();
        for (int i = 0; i < REQUESTS; i++) {
            connection.send(request);
        }
        return (System.nanoTime() - begin) / 1e3 / REQUESTS;
    }

    private static void print(String name, List<Double> ratios) {
        List<Double> sorted = Stream.of(ratios).flatMap(List::stream).sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%n%s: %.3f (quartiles %.3f and %.3f)%n",
                name,
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() / 4),
                sorted.get(sorted.size() * 3 / 4));
    }
}
