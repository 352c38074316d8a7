package dev.guildhall.wire.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over TLS with the client of the JDK: over HTTP/2 when the provider chooses it in the handshake, otherwise
 * over HTTP/1.1. Responses share connections: those whose readers are slow hold at most 32 MiB of one connection. It uses
 * no proxy and follows no redirects.
 */
final class SecureTransport {
    private static final System.Logger LOG = System.getLogger(SecureTransport.class.getName());

    private final HttpClient client;
    private final Deadlines deadlines = new Deadlines(() -> {});

    /** @param connect how long a connection may take to open */
    SecureTransport(SSLContext tls, Duration connect) {
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(tls)
                .connectTimeout(connect)
                .proxy(HttpClient.Builder.NO_PROXY)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("provider-http-", 0).factory()))
                .build();
    }

    Received send(Request request, CallProgress call) throws IOException {
        HttpRequest message = request.secure();
        call.send();
        CompletableFuture<HttpResponse<InputStream>> head =
                client.sendAsync(message, HttpResponse.BodyHandlers.ofInputStream());
        try {
            HttpResponse<InputStream> response = head.get(call.beginWait() - Deadlines.now(), TimeUnit.NANOSECONDS);
            return new Secured(response, call, deadlines);
        } catch (TimeoutException late) {
            abandon(head);
            throw new SocketTimeoutException("waited too long");
        } catch (InterruptedException left) {
            abandon(head);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException failed) {
            throw failure(failed.getCause(), call);
        } finally {
            call.endWait();
        }
    }

    /** Ends a request, also when its response comes at the same moment. */
    private static void abandon(CompletableFuture<HttpResponse<InputStream>> head) {
        if (!head.cancel(true) && head.state() == Future.State.SUCCESS) {
            try {
                head.resultNow().body().close();
            } catch (IOException broken) {
                LOG.log(Level.DEBUG, "the transport could not close the response to a cancelled call", broken);
            }
        }
    }

    private static IOException failure(@Nullable Throwable cause, CallProgress call) {
        if (cause instanceof HttpConnectTimeoutException) {
            call.connect();
            return new SocketTimeoutException("took too long to connect");
        }
        if (cause instanceof ConnectException) {
            call.connect();
        }
        return cause instanceof IOException io ? io : new IOException("the request failed", cause);
    }

    private record Secured(HttpResponse<InputStream> response, Body body) implements Received {
        Secured(HttpResponse<InputStream> response, CallProgress call, Deadlines deadlines) {
            this(response, new Body(response.body(), call, deadlines));
        }

        @Override
        public int status() {
            return response.statusCode();
        }

        @Override
        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        @Override
        public long length() {
            return response.headers().firstValueAsLong("content-length").orElse(-1);
        }

        @Override
        public void end(boolean complete) {
            if (complete) {
                Thread.ofVirtual().name("provider-response-end").start(body::closeAtEnd);
            } else {
                body.close();
            }
        }
    }

    /** The body of a response; a read that waits too long ends with an exception. */
    private static final class Body extends FilterInputStream {
        private final CallProgress call;
        private final Deadlines deadlines;
        private final Deadline deadline = new Deadline(this::close);

        Body(InputStream in, CallProgress call, Deadlines deadlines) {
            super(in);
            this.call = call;
            this.deadlines = deadlines;
            deadlines.add(deadline);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (call.hasMoreOfStream(in)) {
                call.requireTime();
                return readNow(into, offset, length);
            }
            deadline.beginWait(call.beginWait());
            try {
                return readNow(into, offset, length);
            } finally {
                deadline.endWait();
                call.endWait();
            }
        }

        private int readNow(byte[] into, int offset, int length) throws IOException {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted");
            }
            try {
                int read = in.read(into, offset, length);
                if (read > 0) {
                    call.read();
                }
                return read;
            } catch (IOException broken) {
                if (broken.getCause() instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                throw broken;
            }
        }

        /** Reads the end of a complete answer, so that its connection is not closed. */
        private void closeAtEnd() {
            deadline.beginWait(Deadlines.now() + Limits.DRAINING.toNanos());
            try {
                in.readNBytes(Limits.SKIPPED_BYTES);
            } catch (IOException broken) {
                // The response is closed in any case.
            }
            close();
        }

        @Override
        public void close() {
            deadlines.remove(deadline);
            try {
                in.close();
            } catch (IOException failure) {
                throw new UncheckedIOException("a response could not be closed", failure);
            }
        }
    }
}
