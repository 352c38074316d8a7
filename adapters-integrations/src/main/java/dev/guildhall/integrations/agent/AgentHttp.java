package dev.guildhall.integrations.agent;

import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.CallProgress;
import dev.guildhall.wire.http.CallTimeouts;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.ResponseMemory;
import dev.guildhall.wire.http.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Request;

/**
 * Sends requests to the agent service: limited in time and size, without redirects, cancelled by an interrupt of a
 * virtual thread. The operator has configured the address, so the egress rules do not apply to it.
 */
final class AgentHttp {
    private static final Logger LOG = System.getLogger(AgentHttp.class.getName());

    private final AgentAddress address;
    private final CallTimeouts ofWhole;
    private final CallTimeouts ofStream;
    private final Transport whole = Transport.toConfigured(RemoteAgentLimits.IDLE_CONNECTIONS);
    private final Transport streams = Transport.toConfigured(0);
    private final AtomicBoolean works = new AtomicBoolean(true);

    AgentHttp(AgentAddress address, AgentTimeouts timeouts) {
        this.address = address;
        this.ofWhole =
                new CallTimeouts(timeouts.connect(), "response", timeouts.whole(), timeouts.whole(), timeouts.whole());
        this.ofStream = new CallTimeouts(
                timeouts.connect(), "response", timeouts.question(), timeouts.silence(), timeouts.answer());
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
        CallProgress progress = new CallProgress(ofWhole);
        return send(() -> whole.open(request, progress, ResponseMemory.OF_THE_HEAP), reading);
    }

    /**
     * Sends a request and reads its response as a stream, with a time limit for each chunk; refuses as {@link #send}.
     */
    <T> T stream(Request request, Reading<T> reading) {
        CallProgress progress = new CallProgress(ofStream);
        return send(() -> streams.openOnce(request, progress, ResponseMemory.OF_THE_HEAP), response -> {
            progress.tokenArrived();
            return reading.read(response);
        });
    }

    private interface Opening {
        Response open() throws IOException;
    }

    private <T> T send(Opening opening, Reading<T> reading) {
        try (Response response = begun(opening)) {
            if (response.status() < 200 || response.status() >= 300) {
                throw refused(response);
            }
            T read = reading.read(response);
            note(true, "");
            return read;
        } catch (IOException failure) {
            throw unavailable(failure, "sent an incomplete response");
        } catch (ResponseFields.Malformed malformed) {
            throw unavailable(malformed, "sent a response that cannot be read");
        }
    }

    private Response begun(Opening opening) {
        try {
            return opening.open();
        } catch (IOException failure) {
            throw unavailable(failure, "cannot be reached");
        }
    }

    static byte[] body(Response response, int most) throws IOException {
        byte[] body = response.body().readNBytes(most + 1);
        if (body.length > most) {
            throw new IOException("the response is too long");
        }
        return body;
    }

    private Refusal refused(Response response) throws IOException {
        Optional<Problem> problem = RemoteProblems.of(
                response.status(), body(response, RemoteAgentLimits.ERROR_BYTES), response.header("Retry-After"));
        note(problem.isPresent(), "status " + response.status());
        return new Refusal(problem.orElseGet(() -> new AgentProblem.ServiceUnavailable(
                "the agent service responded with the status " + response.status() + "; try again")));
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
