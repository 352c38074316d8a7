package dev.guildhall.llm.wire;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Makes calls, one try each, and turns every failure into a problem. Calls run on the calling thread. Thread-safe.
 */
public final class Provider {
    private final ProviderErrors errors;

    /** A provider that tells its failures like that. */
    public Provider(ProviderErrors errors) {
        this.errors = errors;
    }

    /** Reads an answer that has begun. */
    public interface Reading<T> {
        /** Reads it; whatever is left of it when this returns is not waited for. */
        T read(OpenCall call) throws IOException;
    }

    /**
     * Makes a call and reads its answer.
     *
     * @param reading is called at most once
     */
    public <T> T exchange(TimedClient client, Request request, Reading<T> reading) {
        CallProgress progress = new CallProgress(client);
        return progress.during(() -> exchange(client.client(), request, reading, progress));
    }

    private <T> T exchange(OkHttpClient client, Request request, Reading<T> reading, CallProgress progress) {
        Call call = client.newCall(request);
        try (OpenCall open = answered(call, execute(call), progress)) {
            return reading.read(open);
        } catch (IOException failure) {
            throw new Refusal(problem(failure, progress));
        }
    }

    /** OkHttp lets an InterruptedException through undeclared while it opens connections. */
    private static Response execute(Call call) throws IOException {
        try {
            return call.execute();
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private OpenCall answered(Call call, Response response, CallProgress progress) {
        if (response.code() == 200) {
            return new OpenCall(call, response, progress);
        }
        try (response) {
            throw new Refusal(errors.ofStatus(response));
        }
    }

    private static Problem problem(IOException failure, CallProgress progress) {
        if (Thread.currentThread().isInterrupted()) {
            return new CommonProblem.Cancelled();
        }
        if (failure instanceof UnreadableAnswer unreadable) {
            return new CompletionProblem.ProviderFailed(String.valueOf(unreadable.getMessage()));
        }
        if (failure instanceof InterruptedIOException) {
            return new CompletionProblem.ProviderTimedOut(progress.waitedFor());
        }
        return progress.isConnecting()
                ? new CompletionProblem.ProviderFailed("the provider could not be reached", true)
                : new CompletionProblem.ProviderFailed("the connection to the provider broke off");
    }
}
