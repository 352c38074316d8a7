package dev.guildhall.wire.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the library that tells its socket which call it serves. Unlike the library's own class it logs no
 * headers, which contain the key. For one call at a time.
 */
final class ProviderConnection extends DefaultBHttpClientConnection implements ManagedHttpClientConnection {
    private static final Http1Config BOUNDS = Http1Config.custom()
            .setBufferSize(Limits.READ_BYTES)
            .setMaxLineLength(Limits.HEADER_BYTES)
            .setMaxHeaderCount(Limits.HEADERS)
            .build();

    /** The shortest timeout of a socket; {@link WatchedSocket} does not wait at all then. */
    private static final Timeout NO_WAIT = Timeout.ONE_MILLISECOND;

    private @Nullable Socket socket;
    private @Nullable WatchedSocket watched;
    private InputStream body = InputStream.nullInputStream();
    private boolean used;
    private boolean broken;

    ProviderConnection() {
        super(BOUNDS);
    }

    @Override
    public void bind(Socket plain) throws IOException {
        super.bind(plain);
        socket = plain;
        watched = (WatchedSocket) plain;
        used = false;
    }

    @Override
    public void bind(SSLSocket secured, Socket plain) throws IOException {
        super.bind(secured, plain);
        socket = secured;
    }

    @Override
    public @Nullable Socket getSocket() {
        return socket;
    }

    /** The response that a provider sends before it is asked could be taken for the response to this request. */
    @Override
    public void sendRequestHeader(ClassicHttpRequest request) throws HttpException, IOException {
        CallProgress call = CallProgress.current();
        if (!Method.CONNECT.isSame(request.getMethod())) {
            call.send(this);
        }
        if (used && isDataAvailable(NO_WAIT)) {
            throw new NoHttpResponseException("the provider sent more than one response to a request");
        }
        used = true;
        body = InputStream.nullInputStream();
        socket().serve(call);
        super.sendRequestHeader(request);
    }

    @Override
    public void sendRequestEntity(ClassicHttpRequest request) throws HttpException, IOException {
        try {
            super.sendRequestEntity(request);
        } catch (IOException untaken) {
            requireResponse(untaken);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            super.flush();
        } catch (IOException untaken) {
            requireResponse(untaken);
        }
    }

    /**
     * A provider that has already responded, for example because it refuses the key, need not read the whole request
     * (RFC 9112, 9.5): then its response counts.
     */
    private void requireResponse(IOException untaken) throws IOException {
        if (untaken instanceof InterruptedIOException
                || Thread.currentThread().isInterrupted()
                || !isDataAvailable(NO_WAIT)) {
            throw untaken;
        }
        broken = true;
    }

    @Override
    public boolean isConsistent() {
        return super.isConsistent() && !broken;
    }

    @Override
    public void receiveResponseEntity(ClassicHttpResponse response) throws HttpException, IOException {
        super.receiveResponseEntity(response);
        body = response.getEntity().getContent();
    }

    /** The body of the last response, which stays readable after a read that found nothing. */
    InputStream body() {
        return body;
    }

    /** Skips what has come of the body; whether its end was there. */
    boolean hasEnd() throws IOException {
        setSocketTimeout(NO_WAIT);
        try {
            return skipRest();
        } catch (SocketTimeoutException nothing) {
            return false;
        } finally {
            setSocketTimeout(Timeout.DISABLED);
        }
    }

    /** Skips the rest of the body; whether it ends within {@link Limits#DRAINING}. */
    boolean waitForEnd() throws IOException {
        socket().drain();
        return skipRest();
    }

    private boolean skipRest() throws IOException {
        return body.readNBytes(Limits.SKIPPED_BYTES).length < Limits.SKIPPED_BYTES;
    }

    private WatchedSocket socket() {
        return requireNonNull(watched);
    }

    @Override
    public void passivate() {
        // Nothing to do: the pool closes idle connections.
    }

    @Override
    public void activate() {
        // Nothing to do: the next request takes the socket.
    }
}
