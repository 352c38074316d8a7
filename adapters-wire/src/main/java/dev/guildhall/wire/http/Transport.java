package dev.guildhall.wire.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.SocketFactory;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509TrustManager;
import okhttp3.Authenticator;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over HTTP/1.1, or over HTTP/2 when a server chooses it in the handshake of TLS. A call runs on the
 * calling thread; an interrupt of a virtual thread ends it at once. Over HTTP/1.1 each response has a connection of its
 * own and is read only as fast as its reader reads it; over HTTP/2 a response that is not read holds at most 16 MiB.
 * Redirects are not followed. To be shared.
 */
public final class Transport implements AutoCloseable {
    private static final String CUT_BODY = "unexpected end of stream";
    private static final String PROXY_LOGIN = "Proxy-Authorization";

    private final Function<CallEvents, OkHttpClient.Builder> settings;
    private final CallEvents events = new CallEvents();
    private volatile @Nullable Clients created;
    private volatile boolean closed;

    private Transport(Function<CallEvents, OkHttpClient.Builder> settings) {
        this.settings = settings;
    }

    /** A transport to one provider, through the proxy of the network or of the Java runtime. */
    public Transport(Origin origin, Network network) {
        this(events -> {
            Optional<ProxyAddress> proxy = network.proxy().or(() -> ProxyAddress.ofRuntime(origin));
            OkHttpClient.Builder client = client(events, Egress.ALL, Limits.CONNECTIONS, Limits.KEPT)
                    .sslSocketFactory(network.tls().getSocketFactory(), new TrustOfContext())
                    .proxy(proxy.map(Transport::proxy).orElse(Proxy.NO_PROXY));
            proxy.flatMap(ProxyAddress::login).ifPresent(login -> client.proxyAuthenticator(authenticator(login)));
            return client;
        });
    }

    /** A transport to addresses that the operator has configured, through the proxies of the Java runtime. */
    public static Transport toConfigured(int idleConnections) {
        return new Transport(events ->
                client(events, Egress.ALL, idleConnections, Limits.KEPT).proxySelector(new HttpProxies()));
    }

    /**
     * A transport to all addresses that the rules allow. It uses HTTP/1.1 alone, since one connection of HTTP/2 may serve
     * several hosts, and never a proxy, which would open the connection in its place.
     */
    public static Transport guarded(Egress egress, int idleConnections, Duration kept) {
        return new Transport(events -> client(events, egress, idleConnections, kept)
                .protocols(List.of(Protocol.HTTP_1_1))
                .proxy(Proxy.NO_PROXY));
    }

    /** The library has no timeout and repeats nothing: both are done here. */
    private static OkHttpClient.Builder client(CallEvents events, Egress egress, int idleConnections, Duration kept) {
        return new OkHttpClient.Builder()
                .dns(egress::addresses)
                .socketFactory(new Sockets(egress))
                .connectTimeout(Duration.ZERO)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .retryOnConnectionFailure(false)
                .fastFallback(false)
                .followRedirects(false)
                .followSslRedirects(false)
                .addNetworkInterceptor(new KeptRetryAfter())
                .eventListener(events)
                .connectionPool(new ConnectionPool(idleConnections, kept.toMillis(), TimeUnit.MILLISECONDS));
    }

    private static Proxy proxy(ProxyAddress address) {
        return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(address.host(), address.port()));
    }

    private static Authenticator authenticator(ProxyAddress.Login login) {
        String credential = Credentials.basic(login.user(), login.password());
        return (_, response) -> response.request().header(PROXY_LOGIN) == null
                ? response.request()
                        .newBuilder()
                        .header(PROXY_LOGIN, credential)
                        .build()
                : null;
    }

    /** The client of the pool, and one whose connections are all new. */
    private record Clients(OkHttpClient pooled, OkHttpClient unpooled) {
        Clients(OkHttpClient pooled) {
            this(
                    pooled,
                    pooled.newBuilder()
                            .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
                            .build());
        }
    }

    /** The clients are created when they are first used: that reads all certificate authorities of the Java runtime. */
    private Clients clients() {
        Clients clients = created;
        if (clients == null) {
            synchronized (settings) {
                if (closed) {
                    throw new IllegalStateException("the client is closed");
                }
                clients = Optional.ofNullable(created)
                        .orElseGet(() -> new Clients(settings.apply(events).build()));
                created = clients;
            }
        }
        return clients;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Ends the calls that run, and closes all connections. Later calls throw an {@link IllegalStateException}. */
    @Override
    public void close() {
        Clients clients;
        synchronized (settings) {
            closed = true;
            clients = created;
            created = null;
        }
        events.cancelAll();
        if (clients != null) {
            clients.pooled().connectionPool().evictAll();
        }
    }

    /** Sends a request as {@link #open(okhttp3.Request, CallProgress, ResponseMemory)}; the head has bounds. */
    public Response open(Request request, CallProgress call, ResponseMemory memory) throws IOException {
        Response response = open(request.message(), call, memory);
        Headers headers = response.headers();
        boolean tooLong = headers.size() > Limits.HEADERS;
        for (int i = 0; i < headers.size(); i++) {
            tooLong |= headers.name(i).length() + headers.value(i).length() > Limits.HEADER_BYTES;
        }
        if (tooLong) {
            response.close();
            throw new ProtocolException("the head of a response is too long");
        }
        return response;
    }

    /**
     * Sends a request and waits for the head of its response. The server may have closed a pooled connection: when no
     * byte of a response came over it, the transport closes the other idle connections and sends the request once more,
     * over a new one (RFC 9112, 9.3.1).
     *
     * @param memory where the response reserves memory
     */
    public Response open(okhttp3.Request request, CallProgress call, ResponseMemory memory) throws IOException {
        try {
            return send(clients().pooled(), request, call, memory);
        } catch (InterruptedIOException late) {
            throw late;
        } catch (IOException closed) {
            if (!call.isUnanswered() || Thread.currentThread().isInterrupted() || isClosed()) {
                throw closed;
            }
            clients().pooled().connectionPool().evictAll();
            return send(clients().unpooled(), request, call, memory);
        }
    }

    /** Sends a request that may do harm when it is sent twice; otherwise as {@link #open}. */
    public Response openOnce(okhttp3.Request request, CallProgress progress, ResponseMemory memory) throws IOException {
        return send(clients().pooled(), request, progress, memory);
    }

    private static Response send(
            OkHttpClient client, okhttp3.Request request, CallProgress progress, ResponseMemory memory)
            throws IOException {
        progress.connect();
        Call call = client.newCall(
                request.newBuilder().tag(CallProgress.class, progress).build());
        try {
            okhttp3.Response head =
                    ScopedValue.where(CallProgress.CURRENT, progress).call(call::execute);
            progress.endHead(true);
            Response response = new Response(call, head, progress, memory);
            requireAnswer(response, progress);
            return response;
        } catch (IOException failure) {
            progress.endHead(false);
            boolean malformed = !progress.isConnecting()
                    && progress.isAnswered()
                    && !(failure instanceof InterruptedIOException
                            || failure instanceof SocketException
                            || failure instanceof SSLException);
            throw malformed ? malformed(failure) : failure;
        } catch (RuntimeException | Error bug) {
            progress.endHead(false);
            throw bug;
        }
    }

    /** The response that a server sends before it is asked could be taken for the response to the next request. */
    private static void requireAnswer(Response response, CallProgress progress) throws IOException {
        if (!progress.isAnswered()) {
            response.close();
            throw new ProtocolException("the server sent more than one response to a request");
        }
    }

    private static ProtocolException malformed(IOException failure) {
        ProtocolException malformed = new ProtocolException(failure.getMessage());
        malformed.initCause(failure);
        return malformed;
    }

    /** Whether the server sent something that is not HTTP, or more of it than is read. */
    public static boolean isMalformed(IOException failure) {
        return failure instanceof ProtocolException && !CUT_BODY.equals(failure.getMessage());
    }

    /** The context of TLS has checked a certificate before the library asks for it. */
    private static final class TrustOfContext implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("only the context of TLS trusts certificates");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("only the context of TLS trusts certificates");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** The HTTP proxies of the Java runtime; its sockets know its other proxies. */
    private static final class HttpProxies extends ProxySelector {
        @Override
        public List<Proxy> select(URI address) {
            return Optional.ofNullable(ProxySelector.getDefault()).stream()
                    .flatMap(runtime -> runtime.select(address).stream())
                    .map(proxy -> proxy.type() == Proxy.Type.HTTP ? proxy : Proxy.NO_PROXY)
                    .toList();
        }

        @Override
        public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
            // The call reports its failure.
        }
    }

    private static final class Sockets extends SocketFactory {
        private final Egress egress;

        Sockets(Egress egress) {
            this.egress = egress;
        }

        @Override
        public Socket createSocket() {
            return CallProgress.current().open(egress);
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
            throw new UnsupportedOperationException();
        }
    }
}
