package dev.guildhall.wire.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http.config.Lookup;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends requests to one provider. Without TLS and through a proxy it uses HTTP/1.1 with Apache HttpClient on the calling
 * thread, where each response has a connection of its own and is read only as fast as its reader reads it; otherwise
 * {@link SecureTransport}. Redirects are not followed.
 */
public final class Transport {
    private final HttpHost provider;
    private final PoolingHttpClientConnectionManager connections;
    private final HttpClient client;
    private final Optional<SecureTransport> secure;

    /**
     * A transport that has no connection yet.
     *
     * @param connect how long a connection of {@link SecureTransport} may take to open; others have the timeout of the call
     */
    public Transport(Origin origin, Network network, Duration connect) {
        Optional<ProxyAddress> proxy = network.proxy().or(() -> ProxyAddress.ofRuntime(origin));
        secure = origin.secure() && proxy.isEmpty()
                ? Optional.of(new SecureTransport(network.tls(), connect))
                : Optional.empty();
        provider = new HttpHost(origin.secure() ? "https" : "http", origin.host(), origin.declaredPort());
        Deadlines deadlines = new Deadlines(() -> closeIdle(Limits.KEPT.toMillis()));
        connections = connections(deadlines, network.tls());
        client = proxied(HttpClients.custom(), proxy)
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setProtocolUpgradeEnabled(false)
                        .setConnectionRequestTimeout(Timeout.of(Limits.CONNECTION_LEASE))
                        .build())
                .setUserAgent("guildhall")
                .disableAuthCaching()
                .disableAutomaticRetries()
                .disableConnectionState()
                .disableContentCompression()
                .disableCookieManagement()
                .disableRedirectHandling()
                .build();
    }

    private static HttpClientBuilder proxied(HttpClientBuilder client, Optional<ProxyAddress> proxy) {
        if (proxy.isEmpty()) {
            return client;
        }
        HttpHost host = new HttpHost("http", proxy.get().host(), proxy.get().port());
        proxy.get().login().ifPresent(login -> {
            BasicCredentialsProvider credentials = new BasicCredentialsProvider();
            credentials.setCredentials(
                    new AuthScope(host),
                    new UsernamePasswordCredentials(
                            login.user(), login.password().toCharArray()));
            client.setDefaultCredentialsProvider(credentials);
        });
        return client.setProxy(host);
    }

    private static PoolingHttpClientConnectionManager connections(Deadlines deadlines, SSLContext tls) {
        DetachedSocketFactory sockets = _ -> new WatchedSocket(deadlines, CallProgress.current());
        Lookup<TlsSocketStrategy> secured = RegistryBuilder.<TlsSocketStrategy>create()
                .register("https", new DefaultClientTlsStrategy(tls, HostnameVerificationPolicy.BUILTIN, null))
                .build();
        PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager(
                new DefaultHttpClientConnectionOperator(sockets, DefaultSchemePortResolver.INSTANCE, null, secured),
                PoolConcurrencyPolicy.LAX,
                PoolReusePolicy.LIFO,
                TimeValue.NEG_ONE_MILLISECOND,
                _ -> new ProviderConnection());
        connections.setDefaultMaxPerRoute(Limits.CONNECTIONS);
        connections.setMaxTotal(Limits.CONNECTIONS);
        connections.setDefaultSocketConfig(SocketConfig.custom()
                .setSoTimeout(Timeout.DISABLED)
                .setTcpNoDelay(true)
                .build());
        connections.setDefaultConnectionConfig(ConnectionConfig.custom()
                .setConnectTimeout(Timeout.DISABLED)
                .setSocketTimeout(Timeout.DISABLED)
                .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                .build());
        return connections;
    }

    private void closeIdle(long millis) {
        connections.closeIdle(TimeValue.ofMilliseconds(millis));
    }

    /**
     * Sends a request and waits for the head of its response. The provider may have closed a pooled connection: when no
     * byte of a response came over it, the transport closes the other idle connections and sends the request once more
     * (RFC 9112, 9.3.1).
     *
     * @param memory where the response reserves memory
     */
    public Response open(Request request, CallProgress call, ResponseMemory memory) throws IOException {
        if (secure.isPresent()) {
            return new Response(secure.get().send(request, call), call, memory);
        }
        try {
            return send(request, call, memory);
        } catch (InterruptedIOException late) {
            throw late;
        } catch (IOException closed) {
            if (!call.isUnanswered() || Thread.currentThread().isInterrupted()) {
                throw closed;
            }
            closeIdle(0);
            return send(request, call, memory);
        }
    }

    private Response send(Request request, CallProgress call, ResponseMemory memory) throws IOException {
        call.connect();
        HttpUriRequestBase message = request.message();
        ClassicHttpResponse response = ScopedValue.where(CallProgress.CURRENT, call)
                .call(() -> client.executeOpen(provider, message, HttpClientContext.create()));
        if (call.isConnecting()) {
            message.abort();
            throw new ConnectException("the proxy refused the connection with status " + response.getCode());
        }
        return new Response(new Pooled(message, response, call.connection()), call, memory);
    }

    private record Pooled(HttpUriRequestBase request, ClassicHttpResponse response, ProviderConnection connection)
            implements Received {
        @Override
        public int status() {
            return response.getCode();
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(response.getFirstHeader(name)).map(Header::getValue);
        }

        @Override
        public long length() {
            return response.getEntity() == null ? 0 : response.getEntity().getContentLength();
        }

        @Override
        public InputStream body() {
            return connection.body();
        }

        @Override
        public void end(boolean complete) {
            HttpEntity entity = response.getEntity();
            if (entity == null || !entity.isStreaming()) {
                return;
            }
            if (!complete) {
                request.abort();
            } else if (!release(entity, connection::hasEnd)) {
                Thread.ofVirtual().name("provider-response-end").start(() -> {
                    if (!release(entity, connection::waitForEnd)) {
                        request.abort();
                    }
                });
            }
        }

        private static boolean release(HttpEntity entity, EndCheck end) {
            try {
                boolean ended = end.hasEnded();
                if (ended) {
                    entity.close();
                }
                return ended;
            } catch (IOException broken) {
                return false;
            }
        }
    }

    private interface EndCheck {
        boolean hasEnded() throws IOException;
    }

    /** Whether the provider sent something that is not HTTP, or more of it than is read. */
    public static boolean isMalformed(IOException failure) {
        return failure instanceof ClientProtocolException
                || failure instanceof ProtocolException
                || failure instanceof MessageConstraintException
                || (failure instanceof MalformedChunkCodingException && !(failure instanceof TruncatedChunkException));
    }
}
