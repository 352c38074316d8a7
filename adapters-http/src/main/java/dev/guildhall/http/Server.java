package dev.guildhall.http;

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
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.ServerConnector;

/** One or more listeners that answer on virtual threads, started and stopped together. Thread-safe. */
public final class Server implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Server.class.getName());
    private static final String COUNTED = "guildhall.counted";
    private static final int MAX_HEADER_BYTES = 16 * 1024;

    /** How many connections may wait to be accepted: a burst of clients is queued, not refused. */
    private static final int ACCEPT_QUEUE = 1024;

    /** How long answers get to end properly once they were told to. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(3);

    private static final String LIVENESS = "/health/live";

    private final ServerLimits limits;
    private final ConnectionLimit connections;
    private final ConcurrencyLimiter<UserId> streams;
    private final InFlight inFlight = new InFlight();
    private final ClientWatch clients;
    private final List<Javalin> running = new ArrayList<>();

    private Server(ServerLimits limits, CallerResolver callers) {
        this.clients = new ClientWatch(callers);
        this.limits = limits;
        this.streams = new ConcurrencyLimiter<>(limits.streamsPerUser());
        this.connections =
                new ConnectionLimit(limits.connectionsPerAddress(), ConnectionLimit.ofProcess(), callers.addresses());
    }

    /**
     * Starts listening.
     *
     * @throws PortTaken when one of the ports is in use; nothing listens then
     */
    public static Server start(List<Listener> listeners, Guard guard, RequestLog log, ServerLimits limits) {
        Server server = new Server(limits, guard.callers());
        log.inFlight(server.inFlight::count);
        for (Listener listener : listeners) {
            try {
                Javalin app = Javalin.create(config -> server.configure(config, listener, guard, log));
                server.running.add(app);
                app.start();
            } catch (JavalinBindException taken) {
                server.close();
                throw new PortTaken(listener, taken);
            }
        }
        return server;
    }

    /** The ports that are listened on, in the order of the listeners. */
    public List<Integer> ports() {
        return running.stream().map(Javalin::port).toList();
    }

    private void configure(JavalinConfig config, Listener listener, Guard guard, RequestLog log) {
        Dispatcher dispatcher = new Dispatcher(listener, guard, clients, streams);
        config.concurrency.useVirtualThreads = true;
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.maxRequestSize = Exchange.MAX_BODY;
        config.jetty.addConnector((jetty, ignored) -> connector(jetty, listener));
        config.jetty.modifyServer(jetty -> {
            jetty.setErrorHandler(new JettyErrors(listener));
            jetty.setHandler(new HeadDeadline(new Lingering(Lingering.Bounds.USUAL)));
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
        // A token is new at each sign-in and longer than all other headers: looking it up costs more than reading it.
        http.setHeaderCacheSize(0);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        // Identifiers in paths may hold anything once decoded; routes look at them, Jetty need not.
        http.setUriCompliance(UriCompliance.UNSAFE);
        ServerConnector connector = new WatchedConnector(jetty, http, WatchedConnector.HEAD_TIMEOUT);
        connector.addBean(connections);
        connector.setHost(listener.host());
        connector.setPort(listener.port());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        return connector;
    }

    private boolean admit(Context ctx, Dispatcher dispatcher) {
        dispatcher.identify(ctx);
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
     * Lets no new request in, waits for the answers that are being given, and stops listening. Requests that only wait for
     * others are not waited for. Answers that take too long are interrupted, so that they keep what they have and say that
     * they broke off.
     */
    @Override
    public void close() {
        clients.endWaits();
        int left = inFlight.drain(limits.stopTimeout());
        if (left > 0) {
            LOG.log(Level.WARNING, "{0} answers are cut off after {1}", left, limits.stopTimeout());
            inFlight.interrupt(LAST_WORDS);
        }
        running.forEach(Javalin::stop);
        clients.close();
    }
}
