package dev.guildhall.http.server;

import dev.guildhall.http.BodyDrain;
import dev.guildhall.http.CallerResolver;
import dev.guildhall.http.ClientWatch;
import dev.guildhall.http.Guard;
import dev.guildhall.http.Listener;
import dev.guildhall.http.RequestDispatcher;
import dev.guildhall.http.RequestLog;
import dev.guildhall.http.Route;
import dev.guildhall.http.limit.ConcurrencyLimiter;
import dev.guildhall.http.limit.LoadShedder;
import dev.guildhall.ports.UserId;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinBindException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.ServerConnector;

/** One or more listeners that handle requests on virtual threads, started and stopped together. */
public final class Server implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Server.class.getName());
    private static final String COUNTED = "guildhall.counted";
    private static final int MAX_HEADER_BYTES = 16 * 1024;

    /** How many connections may wait until the server accepts them: a burst of clients is queued, not refused. */
    private static final int ACCEPT_QUEUE = 1024;

    /** How long interrupted requests may take to send the end of their responses. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(3);

    /** How long the streams of answers that are given up may take to send the last events and to end in order. */
    private static final Duration LAST_EVENTS = Duration.ofMillis(500);

    private static final Duration LOOK = Duration.ofMillis(10);

    private static final String LIVENESS = "/health/live";
    private static final String READINESS = "/health/ready";

    private final ServerLimits limits;
    private final ConnectionLimit connections;
    private final ConcurrencyLimiter<UserId> streams;
    private final LoadShedder shedder;
    private final InFlight inFlight = new InFlight();
    private final ClientWatch clients;
    private final BackgroundReplies answers;
    private final List<RequestDispatcher> dispatchers = new CopyOnWriteArrayList<>();
    private final List<WatchedConnector> connectors = new CopyOnWriteArrayList<>();
    private final List<Javalin> running = new ArrayList<>();
    private volatile boolean stopping;

    /**
     * Answers that the node gives without a request.
     *
     * @param running how many it gives now
     * @param refuse begins no more of them after approvals
     * @param giveUp gives those up that are running, for other nodes to continue them; blocks until they are stored
     */
    public record BackgroundReplies(IntSupplier running, Runnable refuse, Runnable giveUp) {
        /** Those of a node that gives no answers without a request. */
        public static final BackgroundReplies NONE = new BackgroundReplies(() -> 0, () -> {}, () -> {});

        boolean areRunning() {
            return running.getAsInt() > 0;
        }
    }

    private Server(ServerLimits limits, CallerResolver callers, BackgroundReplies answers) {
        this.answers = answers;
        this.clients = new ClientWatch(callers);
        this.limits = limits;
        this.shedder = new LoadShedder(limits.memory(), LoadShedder.PATIENCE);
        this.streams = new ConcurrencyLimiter<>(limits.streamsPerUser());
        this.connections =
                new ConnectionLimit(limits.connectionsPerAddress(), ConnectionLimit.ofProcess(), callers.addresses());
    }

    /**
     * Starts listening; throws {@code PortTaken} when one of the ports is in use; no port is open then.
     *
     * @param answers those that continue without a request
     */
    public static Server start(
            List<Listener> listeners, Guard guard, RequestLog log, ServerLimits limits, BackgroundReplies answers) {
        Server server = new Server(limits, guard.callers(), answers);
        log.inFlight(server.inFlight::count);
        for (Listener listener : listeners) {
            try {
                Javalin app = Javalin.create(config -> server.configure(config, listener, guard, log));
                server.running.add(app);
                app.start();
            } catch (JavalinBindException taken) {
                server.close();
                throw new PortTaken(listener.host(), listener.port(), "the port is in use");
            }
        }
        return server;
    }

    /** The port of the first listener. */
    public int port() {
        return ports().getFirst();
    }

    /** The listeners' ports, in the order of the listeners. */
    public List<Integer> ports() {
        return running.stream().map(Javalin::port).toList();
    }

    private void configure(JavalinConfig config, Listener listener, Guard guard, RequestLog log) {
        RequestDispatcher dispatcher =
                new RequestDispatcher(listener, guard, log, clients, streams, shedder, limits.bodyTimeout());
        dispatchers.add(dispatcher);
        config.concurrency.useVirtualThreads = true;
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.maxRequestSize = Route.MAX_MODEL_BODY;
        config.jetty.addConnector((jetty, ignored) -> connector(jetty, listener));
        config.jetty.modifyServer(jetty -> {
            jetty.setErrorHandler(new JettyErrors(listener));
            jetty.setHandler(new ConnectionLifecycle(new BodyDrain(BodyDrain.Bounds.USUAL)));
        });
        config.jetty.modifyServletContextHandler(
                handler -> handler.getServletHandler().setDecodeAmbiguousURIs(true));
        config.requestLogger.http((ctx, ms) -> {
            if (ctx.attribute(COUNTED) != null) {
                inFlight.leave();
            }
            log.finished(ctx, ms);
        });
        config.routes.before(ctx -> {
            if (admit(ctx, dispatcher)) {
                dispatcher.handle(ctx);
            }
            ctx.skipRemainingHandlers();
        });
        config.routes.exception(HttpResponseException.class, dispatcher::refused);
        config.routes.exception(Exception.class, (bug, ctx) -> dispatcher.bug(ctx, bug));
    }

    private ServerConnector connector(org.eclipse.jetty.server.Server jetty, Listener listener) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        // Each sign-in has a new token, and it is longer than all other headers: a look-up costs more than parsing it.
        http.setHeaderCacheSize(0);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        // Decoded identifiers in paths may contain any character; the routes check them, so Jetty need not.
        http.setUriCompliance(UriCompliance.UNSAFE);
        WatchedConnector connector = new WatchedConnector(jetty, http, WatchedConnector.HEAD_TIMEOUT);
        connector.addBean(connections);
        connectors.add(connector);
        connector.setHost(listener.host());
        connector.setPort(listener.port());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        return connector;
    }

    private boolean admit(Context ctx, RequestDispatcher dispatcher) {
        dispatcher.identify(ctx);
        if (stopping && ctx.path().equals(READINESS)) {
            dispatcher.stopping(ctx);
            return false;
        }
        if (inFlight.enter()) {
            ctx.attribute(COUNTED, true);
            return true;
        }
        if (ctx.path().equals(LIVENESS)) {
            return true;
        }
        dispatcher.stopping(ctx);
        return false;
    }

    /**
     * Reports that the node is not ready, and lets each connection close after its response. After the delay it refuses
     * requests that may start work, and ends those that only wait for others; it handles all others until the requests
     * and the answers that were under way are finished. Then it closes the ports, and waits for the requests that have
     * arrived. Answers that take too long are given to other nodes. Responses that take too long are interrupted, so that
     * they store what they have and report that they are incomplete.
     */
    @Override
    public void close() {
        ServerLimits.Stop stop = limits.stop();
        stopping = true;
        connectors.forEach(WatchedConnector::announceClose);
        pause(stop.delay());
        long deadline = System.nanoTime() + stop.timeout().toNanos();
        dispatchers.forEach(RequestDispatcher::drain);
        inFlight.drain();
        answers.refuse().run();
        clients.endWaits();
        while ((inFlight.hasEarly() || answers.areRunning()) && isBefore(deadline)) {
            pause(LOOK);
        }
        connectors.forEach(WatchedConnector::closePort);
        awaitQuiet(stop.silence(), deadline);
        if (answers.areRunning()) {
            LOG.log(
                    Level.INFO,
                    "{0} answers are left to other nodes, or interrupted, after {1}",
                    answers.running().getAsInt(),
                    stop.timeout());
            answers.giveUp().run();
            awaitQuiet(stop.silence(), System.nanoTime() + LAST_EVENTS.toNanos());
        }
        int left = inFlight.close();
        if (left > 0) {
            LOG.log(Level.WARNING, "{0} requests are interrupted after {1}", left, stop.timeout());
            inFlight.interrupt(LAST_WORDS);
        }
        running.forEach(Javalin::stop);
        clients.close();
    }

    private void awaitQuiet(Duration silence, long deadline) {
        inFlight.awaitIdle(until(deadline));
        while (isBefore(deadline) && connections.open() > 0) {
            if (isQuiet(silence)) {
                connectors.forEach(connector -> connector.closeQuiet(silence));
            }
            pause(LOOK);
            inFlight.awaitIdle(until(deadline));
        }
    }

    /** Also false when the thread that stops the server is interrupted. */
    private static boolean isBefore(long deadline) {
        return System.nanoTime() < deadline && !Thread.currentThread().isInterrupted();
    }

    private static Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private boolean isQuiet(Duration silence) {
        int shown = connectors.stream()
                .mapToInt(connector -> connector.getConnectedEndPoints().size())
                .sum();
        return connections.open() <= shown && connectors.stream().allMatch(connector -> connector.isQuiet(silence));
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
