package dev.guildhall.http;

import dev.guildhall.http.body.BodyBytes;
import dev.guildhall.http.error.ClientDisconnected;
import dev.guildhall.http.error.CommonErrors;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.http.limit.ConcurrencyLimiter;
import dev.guildhall.http.limit.LoadShedder;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webhook.Webhook;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;

/** Passes a request to its endpoint, and every failure to the service's error form. */
public final class RequestDispatcher {
    private static final Logger LOG = System.getLogger(RequestDispatcher.class.getName());
    private static final String HANDLED = "guildhall.route";
    private static final String USER = "guildhall.user";

    /** The path label in logs and metrics of a request without a route. */
    static final String UNMATCHED = "unmatched";

    /** Client closed request: not a standard status, but nginx's. */
    private static final int CLIENT_LEFT = 499;

    /** Health checks, metrics and documents are served under any load. */
    private static final LoadShedder EXEMPT = new LoadShedder(Long.MAX_VALUE, Duration.ZERO);

    private final Listener listener;
    private final Router router;
    private final Guard guard;
    private final RequestLog log;
    private final ClientWatch clients;
    private final ConcurrencyLimiter<UserId> streams;
    private final LoadShedder shedder;
    private final Duration bodyTimeout;
    private volatile boolean draining;

    public RequestDispatcher(
            Listener listener,
            Guard guard,
            RequestLog log,
            ClientWatch clients,
            ConcurrencyLimiter<UserId> streams,
            LoadShedder shedder,
            Duration bodyTimeout) {
        this.listener = listener;
        this.router = new Router(listener.mounts());
        this.guard = guard;
        this.log = log;
        this.clients = clients;
        this.streams = streams;
        this.shedder = shedder;
        this.bodyTimeout = bodyTimeout;
    }

    /** Runs first: sets the request's identifier, and headers that every response has unless its route sets others. */
    public void identify(Context ctx) {
        RequestIds.begin(ctx);
        ctx.header("X-Content-Type-Options", "nosniff");
        ctx.header("Cache-Control", "no-store");
    }

    public void handle(Context ctx) {
        Request request = ServletContextRequest.getServletContextRequest(ctx.req());
        Optional<Router.Found> found = router.find(ctx.req().getMethod(), ctx.path());
        boolean isLink =
                found.filter(one -> one.route().access() == Access.LINK).isPresent();
        if (!guard.hosts().contain(request, listener.host())
                && !(isLink && guard.hosts().isForLinks(request))) {
            Responses.error(ctx, listener.mountFor(ctx.path()), CommonErrors.MISDIRECTED);
            return;
        }
        boolean ownPagesOnly = found.filter(RequestDispatcher::takesCookies).isPresent();
        switch (guard.origins().decide(ctx, request.getHttpURI(), isLink, ownPagesOnly)) {
            case ANSWER -> route(found, ctx);
            case PREFLIGHT -> ctx.status(204);
            case REFUSE ->
                Responses.error(
                        ctx,
                        listener.mountFor(ctx.path()),
                        ownPagesOnly ? CommonErrors.CROSS_ORIGIN_COOKIE : CommonErrors.CROSS_ORIGIN);
        }
    }

    private static boolean takesCookies(Router.Found found) {
        return found.route().access() == Access.SESSION
                || found.mount().service().filter(Service.CHAT::equals).isPresent();
    }

    private void route(Optional<Router.Found> found, Context ctx) {
        if (isCoded(ctx)) {
            ctx.header("Connection", "close");
            Responses.error(ctx, listener.mountFor(ctx.path()), CommonErrors.UNKNOWN_CODING);
            return;
        }
        if (draining && found.filter(one -> one.route().startsWork()).isPresent()) {
            stopping(ctx);
            return;
        }
        found.ifPresentOrElse(one -> handle(one, ctx), () -> unrouted(ctx));
    }

    /** From now on, requests that may start work are refused: the node stops. */
    public void drain() {
        draining = true;
    }

    /** Jetty decodes the chunked coding and leaves any other coding in place. */
    private static boolean isCoded(Context ctx) {
        Enumeration<String> codings = ctx.req().getHeaders("Transfer-Encoding");
        while (codings.hasMoreElements()) {
            if (!codings.nextElement().strip().equalsIgnoreCase("chunked")) {
                return true;
            }
        }
        return false;
    }

    private void handle(Router.Found found, Context ctx) {
        Mount mount = found.mount();
        Route route = found.route();
        ctx.attribute(HANDLED, found.label());
        mount.service().ifPresent(ignored -> log.begin(ctx));
        try (LoadShedder.Permit permit = (mount.service().isPresent() ? shedder : EXEMPT).admit()) {
            Caller caller = Hops.led(callerOf(mount, route, ctx), Optional.ofNullable(ctx.header(Webhook.HOPS)));
            if (caller instanceof Caller.User user) {
                ctx.attribute(USER, user.userId().value());
            }
            if (mount.service().isPresent()) {
                guard.limits().check(ctx, route, caller);
            }
            mount.requireReach(caller, route);
            permit.countFor(RateLimits.key(caller));
            QueryText.requireReadable(Objects.requireNonNullElse(ctx.queryString(), ""));
            RequestWatch watch = new RequestWatch(ctx, caller, permit, clients, streams);
            run(
                    route.endpoint(),
                    new Exchange(
                            ctx,
                            found.parameters(),
                            caller,
                            RequestIds.of(ctx),
                            route.maxBody(),
                            permit,
                            bodyTimeout,
                            watch));
        } catch (Refusal refusal) {
            Responses.error(ctx, mount, answerTo(mount, refusal.problem(), ctx));
        } catch (LoadShedder.Overloaded overloaded) {
            Responses.error(ctx, mount, CommonErrors.OVERLOADED);
        } catch (Exchange.BodyTooLarge tooLarge) {
            ctx.header("Connection", "close");
            Responses.error(ctx, mount, CommonErrors.tooLarge(OptionalInt.of(tooLarge.most())));
        } catch (BodyBytes.BodyTooSlow tooSlow) {
            ctx.header("Connection", "close");
            Responses.error(ctx, mount, CommonErrors.TOO_SLOW);
        } catch (ClientDisconnected gone) {
            left(ctx);
        } catch (RuntimeException bug) {
            bug(ctx, mount, bug);
        }
    }

    /** When a request was cancelled because its client has disconnected, there is no response. */
    private static void run(Endpoint endpoint, Exchange exchange) {
        try {
            endpoint.handle(exchange);
        } catch (Refusal refusal) {
            if (exchange.watch().end() && refusal.problem() instanceof CommonProblem.Cancelled) {
                throw new ClientDisconnected(refusal);
            }
            throw exchange.watch().causeOf(refusal);
        } finally {
            exchange.watch().close();
        }
    }

    /** Sets the status for logs and metrics; a client's disconnection is not a fault of the server. */
    private static void left(Context ctx) {
        LOG.log(Level.DEBUG, "request {0}: the client has disconnected", RequestIds.of(ctx));
        if (!ctx.res().isCommitted()) {
            ctx.status(CLIENT_LEFT);
            ctx.header("Connection", "close");
        }
    }

    private Caller callerOf(Mount mount, Route route, Context ctx) {
        return switch (route.access()) {
            case PUBLIC, LINK, SIGN_IN -> guard.callers().anonymous(ctx);
            case OPTIONAL -> guard.callers().optional(ctx, mount.externalTokens());
            case BEARER ->
                permitted(route, known(mount, ctx, () -> guard.callers().bearer(ctx, mount.externalTokens())));
            case SESSION ->
                permitted(route, known(mount, ctx, () -> guard.callers().session(ctx)));
        };
    }

    private Caller permitted(Route route, Caller caller) {
        if (!route.isForFactors() && guard.callers().lacksFactor(caller)) {
            throw new Refusal(new CommonProblem.SecondFactorMissing());
        }
        return caller;
    }

    private Caller known(Mount mount, Context ctx, Supplier<Caller.User> bearer) {
        try {
            return bearer.get();
        } catch (Refusal refused) {
            countAgainstAddress(mount, ctx);
            throw refused;
        }
    }

    /** A request without a valid token, or for an unknown path, counts against its client's address. */
    private void countAgainstAddress(Mount mount, Context ctx) {
        if (mount.service().isPresent()) {
            guard.limits().check(ctx, guard.callers().anonymous(ctx));
        }
    }

    private void unrouted(Context ctx) {
        Mount mount = listener.mountFor(ctx.path());
        try {
            countAgainstAddress(mount, ctx);
        } catch (Refusal tooMany) {
            Responses.error(ctx, mount, answerTo(mount, tooMany.problem(), ctx));
            return;
        }
        List<String> methods = router.methodsOf(ctx.path());
        if (methods.isEmpty()) {
            listener.unknownPage()
                    .filter(ignored -> opensPage(ctx))
                    .ifPresentOrElse(
                            page -> handle(page, ctx), () -> Responses.error(ctx, mount, CommonErrors.NO_SUCH_PATH));
            return;
        }
        ctx.header("Allow", String.join(", ", methods));
        Responses.error(ctx, mount, CommonErrors.wrongMethod(methods));
    }

    private static boolean opensPage(Context ctx) {
        String accept = ctx.header("Accept");
        String method = ctx.req().getMethod();
        return accept != null && (method.equals("GET") || method.equals("HEAD")) && MediaRanges.prefersPage(accept);
    }

    public void refused(HttpResponseException refused, Context ctx) {
        if (refused.getStatus() == 413) {
            Responses.error(ctx, listener.mountFor(ctx.path()), CommonErrors.tooLarge(OptionalInt.empty()));
        } else {
            unrouted(ctx);
        }
    }

    public void bug(Context ctx, Exception bug) {
        bug(ctx, listener.mountFor(ctx.path()), bug);
    }

    public void stopping(Context ctx) {
        ctx.header("Connection", "close");
        Responses.error(ctx, listener.mountFor(ctx.path()), CommonErrors.unavailable("the server is stopping"));
    }

    /** The template of the route, never the path itself, which may contain anything. */
    static String routeOf(Context ctx) {
        String route = ctx.attribute(HANDLED);
        return route == null ? UNMATCHED : route;
    }

    static String userOf(Context ctx) {
        String user = ctx.attribute(USER);
        return user == null ? "-" : user;
    }

    private ErrorResponse answerTo(Mount mount, Problem problem, Context ctx) {
        if (problem instanceof CommonProblem.Cancelled) {
            LOG.log(Level.DEBUG, "request {0} was cancelled", RequestIds.of(ctx));
        }
        return mount.errors().of(problem);
    }

    private void bug(Context ctx, Mount mount, Exception bug) {
        LOG.log(Level.ERROR, "request " + RequestIds.of(ctx) + " failed", bug);
        Responses.error(ctx, mount, ErrorResponse.internal());
    }
}
