package dev.guildhall.integrations.agent;

import dev.guildhall.integrations.net.OkHttpCalls;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * Sends requests to the agent service: limited in time and size, without redirects, cancelled by an interrupt of a
 * virtual thread. The operator has configured the address, so the egress rules do not apply to it.
 */
final class AgentHttp {
    private static final Logger LOG = System.getLogger(AgentHttp.class.getName());

    private final AgentAddress address;
    private final AgentTimeouts timeouts;
    private final OkHttpClient whole;
    private final OkHttpClient streams;
    private final AtomicBoolean works = new AtomicBoolean(true);

    AgentHttp(AgentAddress address, AgentTimeouts timeouts) {
        this.address = address;
        this.timeouts = timeouts;
        this.whole = new OkHttpClient.Builder()
                .connectTimeout(timeouts.connect())
                .readTimeout(timeouts.whole())
                .writeTimeout(timeouts.whole())
                .callTimeout(timeouts.whole())
                .followRedirects(false)
                .followSslRedirects(false)
                .connectionPool(new ConnectionPool(
                        RemoteAgentLimits.IDLE_CONNECTIONS, RemoteAgentLimits.KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS))
                .build();
        this.streams = whole.newBuilder()
                .readTimeout(timeouts.question())
                .callTimeout(timeouts.answer())
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
                .build();
    }

    interface Reading<T> {
        /** Reads it; throws {@link ResponseFields.Malformed} when it is malformed. */
        T read(Response response) throws IOException;
    }

    /**
     * Sends a request and reads its whole response. Refuses with the problem that the agent service reports, with
     * {@code AgentProblem.ServiceUnavailable} when there is no readable response, or with {@code
     * CommonProblem.Cancelled}.
     */
    <T> T send(Request request, Reading<T> reading) {
        return send(whole.newCall(request), reading);
    }

    /**
     * Sends a request and reads its response as a stream, with a time limit for each chunk; refuses as {@link #send}.
     */
    <T> T stream(Request request, Reading<T> reading) {
        return send(streams.newCall(request), response -> {
            response.body().source().timeout().timeout(timeouts.silence().toNanos(), TimeUnit.NANOSECONDS);
            return reading.read(response);
        });
    }

    private <T> T send(Call call, Reading<T> reading) {
        try (Response response = begun(call)) {
            if (!response.isSuccessful()) {
                throw refused(response);
            }
            T read = reading.read(response);
            note(true, "");
            return read;
        } catch (IOException failure) {
            throw unavailable(failure, "sent an incomplete response");
        } catch (ResponseFields.Malformed malformed) {
            throw unavailable(malformed, "sent a response that cannot be read");
        } finally {
            call.cancel();
        }
    }

    private Response begun(Call call) {
        try {
            return OkHttpCalls.execute(call);
        } catch (IOException failure) {
            throw unavailable(failure, "cannot be reached");
        }
    }

    static byte[] body(Response response, long most) throws IOException {
        BufferedSource source = response.body().source();
        if (source.request(most + 1)) {
            throw new IOException("the response is too long");
        }
        return source.readByteArray();
    }

    private Refusal refused(Response response) throws IOException {
        Optional<Problem> problem = RemoteProblems.of(
                response.code(),
                body(response, RemoteAgentLimits.ERROR_BYTES),
                Optional.ofNullable(response.header("Retry-After")));
        note(problem.isPresent(), "status " + response.code());
        return new Refusal(problem.orElseGet(() -> new AgentProblem.ServiceUnavailable(
                "the agent service responded with the status " + response.code() + "; try again")));
    }

    private Refusal unavailable(Exception failure, String what) {
        if (Thread.currentThread().isInterrupted()) {
            return new Refusal(new CommonProblem.Cancelled());
        }
        note(false, failure.getClass().getSimpleName());
        String fault = failure instanceof InterruptedIOException ? "did not respond in time" : what;
        return new Refusal(new AgentProblem.ServiceUnavailable("the agent service " + fault + "; try again"));
    }

    /** Logs one line when the service fails and one when it works again, whatever the number of requests. */
    private void note(boolean now, String reason) {
        if (works.getAndSet(now) == now) {
            return;
        }
        if (now) {
            LOG.log(Level.INFO, "the agent service at {0} responds again", address.authority());
        } else {
            LOG.log(Level.WARNING, "the agent service at {0} does not respond: {1}", address.authority(), reason);
        }
    }
}
