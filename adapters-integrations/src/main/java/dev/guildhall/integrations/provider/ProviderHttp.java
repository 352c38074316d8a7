package dev.guildhall.integrations.provider;

import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import dev.guildhall.integrations.net.Lazy;
import dev.guildhall.integrations.net.OkHttpCalls;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * Calls to providers: limited in time and size, without redirects, cancelled by an interrupt. The operator has
 * configured their addresses, so the egress rules do not apply to them.
 */
public final class ProviderHttp {
    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");
    private static final long BODY_BYTES = 512L * 1024;
    private static final int IDLE_CONNECTIONS = 16;
    private static final Duration KEEP_ALIVE = Duration.ofMinutes(1);

    private final Supplier<OkHttpClient> client;

    public ProviderHttp(OAuthTimeouts timeouts) {
        client = new Lazy<>(() -> new OkHttpClient.Builder()
                .connectTimeout(timeouts.connect())
                .readTimeout(timeouts.silence())
                .writeTimeout(timeouts.silence())
                .callTimeout(timeouts.total())
                .followRedirects(false)
                .followSslRedirects(false)
                .connectionPool(new ConnectionPool(IDLE_CONNECTIONS, KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS))
                .build());
    }

    /** Makes a call that the library for OAuth 2.0 has built, as {@link #send(Request, Function)}. */
    public ProviderReply send(com.nimbusds.oauth2.sdk.Request built, Function<String, Refusal> unavailable) {
        HTTPRequest form = built.toHTTPRequest();
        Request.Builder request = new Request.Builder()
                .url(form.getURI().toString())
                .header("Accept", "application/json")
                .header("User-Agent", "Guildhall");
        form.getHeaderMap().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        RequestBody body = RequestBody.create(form.getBody().getBytes(StandardCharsets.UTF_8), FORM);
        return send(request.post(body).build(), unavailable);
    }

    /**
     * Makes a call and reads its whole response, whatever the status. Refuses as cancelled when the thread was
     * interrupted.
     */
    public ProviderReply send(Request request, Function<String, Refusal> unavailable) {
        Call call = client.get().newCall(request);
        try {
            return Thread.currentThread().isVirtual() ? answer(call) : onVirtualThread(call);
        } catch (InterruptedIOException late) {
            throw Thread.currentThread().isInterrupted() ? cancelled() : unavailable.apply("took too long");
        } catch (IOException failure) {
            throw Thread.currentThread().isInterrupted()
                    ? cancelled()
                    : unavailable.apply("could not be reached, or its response was incomplete or too long: "
                            + failure.getClass().getSimpleName());
        } finally {
            call.cancel();
        }
    }

    /** A platform thread that waits for a socket cannot be interrupted; one that waits for another thread can. */
    private static ProviderReply onVirtualThread(Call call) throws IOException {
        FutureTask<ProviderReply> answer = new FutureTask<>(() -> answer(call));
        Thread.ofVirtual().name("provider-call").start(answer);
        try {
            return answer.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("a call failed with an unknown exception", failed.getCause());
        }
    }

    private static ProviderReply answer(Call call) throws IOException {
        try (Response response = OkHttpCalls.execute(call)) {
            BufferedSource source = response.body().source();
            if (source.request(BODY_BYTES + 1)) {
                throw new IOException("the response is too long");
            }
            String type = response.header("Content-Type", "");
            return new ProviderReply(response.code(), type == null ? "" : type, source.readUtf8());
        }
    }

    private static Refusal cancelled() {
        return new Refusal(new CommonProblem.Cancelled());
    }
}
