package dev.guildhall.wire.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Tells each call which connection it uses, and each socket which call it serves. For all calls of one transport. */
final class CallEvents extends EventListener {
    private final Map<Connection, WatchedSocket> sockets = new ConcurrentHashMap<>();
    private final Set<Call> running = ConcurrentHashMap.newKeySet();

    @Override
    public void callStart(Call call) {
        running.add(call);
    }

    @Override
    public void callEnd(Call call) {
        running.remove(call);
    }

    @Override
    public void callFailed(Call call, IOException failure) {
        running.remove(call);
    }

    /** Ends the calls that run, and closes their connections. */
    void cancelAll() {
        running.forEach(Call::cancel);
    }

    private static CallProgress progress(Call call) {
        return requireNonNull(call.request().tag(CallProgress.class));
    }

    @Override
    public void connectEnd(Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
        if (protocol == Protocol.HTTP_2) {
            progress(call).socket().share();
        }
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        CallProgress progress = progress(call);
        if (connection.protocol() == Protocol.HTTP_2) {
            progress.share(call::cancel);
            return;
        }
        WatchedSocket socket = sockets.computeIfAbsent(connection, _ -> progress.socket());
        socket.whenClosed(() -> sockets.remove(connection));
        progress.use(socket);
        socket.serve(progress);
    }

    @Override
    public void requestHeadersStart(Call call) {
        progress(call).send();
    }

    /** Without being asked, a server keeps no connection open in HTTP/1.0 (RFC 9112, 9.3); OkHttp would use it again. */
    @Override
    public void responseHeadersEnd(Call call, Response response) {
        if (response.protocol() == Protocol.HTTP_1_0 && !"keep-alive".equalsIgnoreCase(response.header("Connection"))) {
            progress(call).closeAfterwards();
        }
    }

    @Override
    public void connectionReleased(Call call, Connection connection) {
        CallProgress progress = progress(call);
        if (progress.isClosedAfterwards()) {
            progress.socket().closeNow();
        }
    }
}
