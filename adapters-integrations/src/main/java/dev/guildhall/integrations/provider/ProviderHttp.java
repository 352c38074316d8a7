package dev.guildhall.integrations.provider;

import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundReply;
import dev.guildhall.integrations.net.OutboundRequest;
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
import java.util.Locale;
import java.util.function.Function;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;

/**
 * Calls to providers: limited in time and size, without redirects, cancelled by an interrupt.
 */
public final class ProviderHttp {
    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");
    private static final int BODY_BYTES = 512 * 1024;
    private static final int IDLE_CONNECTIONS = 16;

    private interface Calls {
        ProviderReply reply(Request request) throws IOException;
    }

    private final Calls calls;

    /** Calls to addresses that the operator has configured. */
    public ProviderHttp(OAuthTimeouts timeouts) {
        Transport transport = Transport.toConfigured(IDLE_CONNECTIONS);
        CallTimeouts limits = new CallTimeouts(
                timeouts.connect(), "response", timeouts.silence(), timeouts.silence(), timeouts.total());
        calls = request -> reply(transport, limits, request);
    }

    private ProviderHttp(Calls calls) {
        this.calls = calls;
    }

    /** Calls to addresses that others have named, within the egress rules. */
    public static ProviderHttp over(OutboundHttp http) {
        return new ProviderHttp(request -> reply(http, request));
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
                return calls.reply(request);
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

    private static ProviderReply reply(OutboundHttp http, Request request) throws IOException {
        OutboundRequest guarded = OutboundRequest.of(request.method(), request.url());
        for (String name : request.headers().names()) {
            String value = request.header(name);
            if (value != null && !OutboundRequest.isOfTheConnection(name.toLowerCase(Locale.ROOT))) {
                guarded = guarded.withHeader(name, value);
            }
        }
        RequestBody body = request.body();
        if (body != null) {
            Buffer written = new Buffer();
            body.writeTo(written);
            guarded = guarded.withBody(FORM.toString(), written.readByteArray());
        }
        try {
            OutboundReply reply = http.send(guarded.withLimits(OAuthTimeouts.DEFAULT.total(), BODY_BYTES));
            return new ProviderReply(
                    reply.status(),
                    reply.header("Content-Type").orElse(""),
                    new String(reply.body(), StandardCharsets.UTF_8));
        } catch (OutboundFailure failure) {
            throw new IOException(failure);
        }
    }

    private static ProviderReply reply(Transport transport, CallTimeouts timeouts, Request request) throws IOException {
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
