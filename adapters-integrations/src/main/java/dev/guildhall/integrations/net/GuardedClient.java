package dev.guildhall.integrations.net;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.ConnectionPool;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Sends requests over guarded sockets and follows redirects. */
final class GuardedClient {
    private static final Logger LOG = System.getLogger(GuardedClient.class.getName());

    private static final String USER_AGENT = "User-Agent";

    private static final Set<String> SAFE = Set.of("GET", "HEAD");

    private final Supplier<Clients> named;
    private final Supplier<Clients> redirected;
    private final InstantSource clock;

    GuardedClient(EgressRules rules, NameLookup names, InstantSource clock) {
        this.clock = clock;
        named = new Lazy<>(() -> Clients.under(rules, names));
        redirected = rules.ofRedirects() == rules ? named : new Lazy<>(() -> Clients.under(rules.ofRedirects(), names));
    }

    /** Each set of rules has a pool of its own, so that no connection is reused under other rules. */
    private record Clients(OkHttpClient pooled, OkHttpClient unpooled) {
        static Clients under(EgressRules rules, NameLookup names) {
            OkHttpClient pooled = client(rules, names);
            OkHttpClient unpooled = pooled.newBuilder()
                    .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
                    .build();
            return new Clients(pooled, unpooled);
        }
    }

    private static OkHttpClient client(EgressRules rules, NameLookup names) {
        // Only HTTP/1.1: with HTTP/2 one connection may serve several hosts. Never a proxy, which would open the
        // connection instead of the guarded socket.
        return new OkHttpClient.Builder()
                .proxy(Proxy.NO_PROXY)
                .dns(host -> allowed(host, rules, names))
                .socketFactory(new GuardedSockets(rules))
                .protocols(List.of(Protocol.HTTP_1_1))
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .connectTimeout(OutboundLimits.CONNECT)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .addNetworkInterceptor(new KeptRetryAfter())
                .eventListenerFactory(ConnectionNote::of)
                .connectionPool(new ConnectionPool(
                        OutboundLimits.IDLE_CONNECTIONS, OutboundLimits.KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS))
                .build();
    }

    /**
     * The first response that is not a redirect, or any response if redirects are not followed; the caller must close
     * it.
     */
    OutboundResponse ask(OutboundRequest request, OutboundCall flight, Deadline deadline) {
        OutboundRequest current = request;
        for (int redirects = 0; redirects <= OutboundLimits.REDIRECTS; redirects++) {
            boolean stays = OutboundUrl.sameOrigin(request.url(), current.url());
            OutboundResponse answer = once((stays ? named : redirected).get(), current, flight, deadline);
            Optional<OutboundRequest> next = onwards(current, answer);
            if (next.isEmpty()) {
                return answer;
            }
            current = next.get();
        }
        throw ConnectionFaults.invalid("the response redirects more than " + OutboundLimits.REDIRECTS + " times");
    }

    /** Closes the response unless it is the last. */
    private static Optional<OutboundRequest> onwards(OutboundRequest request, OutboundResponse answer) {
        if (!request.followRedirects()) {
            return Optional.empty();
        }
        try {
            Optional<OutboundRequest> next = Redirects.next(
                    request,
                    answer.status(),
                    Optional.ofNullable(answer.headers().get("Location")));
            next.ifPresent(_ -> answer.response().close());
            return next;
        } catch (OutboundFailure refused) {
            answer.close();
            throw refused;
        }
    }

    private OutboundResponse once(Clients clients, OutboundRequest request, OutboundCall flight, Deadline deadline) {
        Response response;
        try {
            response = response(clients, request, flight, deadline);
        } catch (IOException | RuntimeException failure) {
            throw ConnectionFaults.onTheWay(failure, flight, deadline);
        }
        try {
            return OutboundResponse.of(response, request.url(), flight, deadline, clock);
        } catch (OutboundFailure malformed) {
            flight.cancel();
            response.close();
            throw malformed;
        }
    }

    /**
     * The server may have closed an idle connection meanwhile: an idempotent request is then sent once more, on a new
     * connection (RFC 9112, 9.3.1).
     */
    private static Response response(Clients clients, OutboundRequest request, OutboundCall flight, Deadline deadline)
            throws IOException {
        ConnectionNote note = new ConnectionNote();
        try {
            return OkHttpCalls.execute(call(clients.pooled(), note.on(okHttpRequest(request)), flight, deadline));
        } catch (IOException broken) {
            boolean harmless = request.idempotent() || SAFE.contains(request.method());
            if (!note.isOverKept() || !harmless || flight.isCancelled() || deadline.isOver()) {
                throw broken;
            }
            return OkHttpCalls.execute(call(clients.unpooled(), okHttpRequest(request), flight, deadline));
        }
    }

    private static Call call(OkHttpClient client, Request request, OutboundCall flight, Deadline deadline) {
        Call call = flight.with(client.newCall(request));
        call.timeout().timeout(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        return call;
    }

    private static Request okHttpRequest(OutboundRequest request) {
        Request.Builder builder = new Request.Builder().url(request.url()).header(USER_AGENT, "Guildhall");
        request.headers().forEach(builder::header);
        boolean needsBody = List.of("POST", "PUT", "PATCH").contains(request.method());
        RequestBody body = request.body()
                .map(written -> OkHttpCalls.onceOnly(written.contentType(), written.bytes()))
                .orElse(needsBody ? RequestBody.create(new byte[0]) : null);
        return builder.method(request.method(), body).build();
    }

    /** Looks a name up once and returns only the allowed addresses. */
    private static List<InetAddress> allowed(String host, EgressRules rules, NameLookup names)
            throws UnknownHostException {
        List<InetAddress> found = names.addresses(host);
        if (found.isEmpty()) {
            throw new UnknownHostException("the name has no address");
        }
        List<InetAddress> allowed = new ArrayList<>();
        for (InetAddress address : found) {
            // The address keeps the name, so that the socket can check the rules for that name.
            InetAddress named = InetAddress.getByAddress(host, address.getAddress());
            if (allowed.size() < OutboundLimits.ADDRESSES && rules.mayAllow(host, named)) {
                allowed.add(named);
            }
        }
        if (allowed.isEmpty()) {
            throw new BlockedAddress();
        }
        return allowed;
    }

    /**
     * Records whether a call opened its connection, or reused an idle one; closes a connection that its server does not
     * keep open. For one call.
     */
    private static final class ConnectionNote extends EventListener {
        private volatile boolean made;

        private volatile boolean acquired;
        private volatile boolean ends;

        static EventListener of(Call call) {
            ConnectionNote note = call.request().tag(ConnectionNote.class);
            return note == null ? EventListener.NONE : note;
        }

        Request on(Request request) {
            return request.newBuilder().tag(ConnectionNote.class, this).build();
        }

        @Override
        public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
            made = true;
        }

        @Override
        public void connectionAcquired(Call call, Connection connection) {
            acquired = true;
        }

        /** Without being asked, a server keeps no connection open in HTTP/1.0 (RFC 9112, 9.3); OkHttp would reuse it. */
        @Override
        public void responseHeadersEnd(Call call, Response response) {
            ends = response.protocol() == Protocol.HTTP_1_0
                    && !"keep-alive".equalsIgnoreCase(response.header("Connection"));
        }

        @Override
        public void connectionReleased(Call call, Connection connection) {
            if (ends) {
                closeQuietly(connection.socket());
            }
        }

        private static void closeQuietly(Socket socket) {
            try {
                socket.close();
            } catch (IOException broken) {
                LOG.log(Level.DEBUG, "a connection that had ended could not be closed", broken);
            }
        }

        /** Whether the call reused an idle connection of another call. */
        boolean isOverKept() {
            return acquired && !made;
        }
    }
}
