package dev.guildhall.integrations.provider;

import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.CallProgress;
import dev.guildhall.wire.http.CallTimeouts;
import dev.guildhall.wire.http.InterruptibleIo;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.ResponseMemory;
import dev.guildhall.wire.http.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;

/**
 * Calls to providers: limited in time and size, without redirects, cancelled by an interrupt. The operator has
 * configured their addresses, so the egress rules do not apply to them.
 */
public final class ProviderHttp {
    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");
    private static final int BODY_BYTES = 512 * 1024;
    private static final int IDLE_CONNECTIONS = 16;

    private final Transport transport = Transport.toConfigured(IDLE_CONNECTIONS);
    private final CallTimeouts timeouts;

    public ProviderHttp(OAuthTimeouts timeouts) {
        this.timeouts = new CallTimeouts(
                timeouts.connect(), "response", timeouts.silence(), timeouts.silence(), timeouts.total());
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
        return InterruptibleIo.call(() -> {
            try {
                return reply(request);
            } catch (InterruptedIOException late) {
                throw Thread.currentThread().isInterrupted() ? cancelled() : unavailable.apply("took too long");
            } catch (IOException failure) {
                throw Thread.currentThread().isInterrupted()
                        ? cancelled()
                        : unavailable.apply("could not be reached, or its response was incomplete or too long: "
                                + failure.getClass().getSimpleName());
            }
        });
    }

    private ProviderReply reply(Request request) throws IOException {
        try (Response response = transport.open(request, new CallProgress(timeouts), ResponseMemory.OF_THE_HEAP)) {
            byte[] body = response.body().readNBytes(BODY_BYTES + 1);
            if (body.length > BODY_BYTES) {
                throw new IOException("the response is too long");
            }
            return new ProviderReply(
                    response.status(),
                    response.header("Content-Type").orElse(""),
                    new String(body, StandardCharsets.UTF_8));
        }
    }

    private static Refusal cancelled() {
        return new Refusal(new CommonProblem.Cancelled());
    }
}
