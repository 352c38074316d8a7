package dev.guildhall.llm.provider;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.CallProgress;
import dev.guildhall.wire.http.CallTimeouts;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.ResponseMemory;
import dev.guildhall.wire.http.Transport;
import dev.guildhall.wire.http.UnreadableAnswer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import javax.net.ssl.SSLException;

/** Makes calls with one attempt each and turns every failure into a problem. Calls run on the calling thread. */
public final class Provider implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Provider.class.getName());
    private static final int OK = 200;

    private final Transport transport;
    private final ProviderErrors errors;
    private final ResponseMemory memory;

    public Provider(ProviderOptions options, ProviderErrors errors) {
        this(options.transport(), errors);
    }

    public Provider(Transport transport, ProviderErrors errors) {
        this(transport, errors, ResponseMemory.OF_THE_HEAP);
    }

    public Provider(Transport transport, ProviderErrors errors, ResponseMemory memory) {
        this.transport = transport;
        this.errors = errors;
        this.memory = memory;
    }

    public interface Reading<T> {
        /** Reads the response; when it returns, the rest of the response is not needed. */
        T read(Response response) throws IOException;
    }

    /**
     * Makes a call and reads its response.
     *
     * @param reading is called at most once
     */
    public <T> T exchange(CallTimeouts timeouts, Request request, Reading<T> reading) {
        CallProgress progress = new CallProgress(timeouts);
        try (Response response = transport.open(request, progress, memory)) {
            requireSuccess(response);
            return reading.read(response);
        } catch (IOException failure) {
            throw new Refusal(transport.isClosed() ? new CommonProblem.Cancelled() : problem(failure, progress));
        }
    }

    private void requireSuccess(Response response) {
        if (response.status() != OK) {
            CompletionProblem problem = errors.ofStatus(response);
            response.finish();
            throw new Refusal(problem);
        }
    }

    private static Problem problem(IOException failure, CallProgress progress) {
        if (Thread.currentThread().isInterrupted()) {
            return new CommonProblem.Cancelled();
        }
        if (failure instanceof UnreadableAnswer unreadable) {
            return new CompletionProblem.ProviderFailed(String.valueOf(unreadable.getMessage()));
        }
        if (Transport.isMalformed(failure)) {
            LOG.log(Level.WARNING, "a provider sent a malformed response: {0}", failure.getMessage());
            return new CompletionProblem.ProviderFailed("the provider's response is not well-formed HTTP");
        }
        if (failure instanceof InterruptedIOException) {
            return new CompletionProblem.ProviderTimedOut(progress.expiredTimeout());
        }
        if (failure instanceof SSLException) {
            LOG.log(Level.WARNING, "TLS with a provider failed: {0}", failure.getMessage());
            return new CompletionProblem.ProviderFailed("the connection to the provider could not be secured");
        }
        return progress.isConnecting()
                ? new CompletionProblem.ProviderFailed("the provider could not be reached", true)
                : new CompletionProblem.ProviderFailed("the connection to the provider failed");
    }

    /** Ends the calls that run as cancelled, and closes all connections. */
    @Override
    public void close() {
        transport.close();
    }
}
