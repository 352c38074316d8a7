package dev.guildhall.llm.openai;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Opens calls: tries again where that can help and cannot ask twice, and turns every failure into a problem. Calls run
 * on the calling thread. Thread-safe.
 */
final class Provider {
    private static final System.Logger LOG = System.getLogger(Provider.class.getName());
    private static final Set<Integer> RETRYABLE = Set.of(429, 502, 503, 504);

    private final ProviderErrors errors;
    private final Backoff backoff;

    Provider(ProviderErrors errors, Backoff backoff) {
        this.errors = errors;
        this.backoff = backoff;
    }

    /** Reads an answer that has begun. */
    interface Reading<T> {
        T read(OpenCall call) throws IOException;
    }

    /**
     * Makes a call and reads its answer.
     *
     * @param reading is called at most once
     */
    <T> T exchange(OkHttpClient client, Request request, Reading<T> reading) {
        try (OpenCall call = open(client, request)) {
            try {
                return reading.read(call);
            } catch (IOException failure) {
                throw new Refusal(problem(failure, call.progress()));
            }
        }
    }

    private OpenCall open(OkHttpClient client, Request request) {
        for (int attempt = 1; ; attempt++) {
            switch (attempt(client, request)) {
                case Attempt.Opened opened -> {
                    return opened.call();
                }
                case Attempt.Failed failed -> {
                    LOG.log(Level.WARNING, "attempt {0} failed: {1}", attempt, kind(failed.problem()));
                    if (!backoff.allows(failed, attempt)) {
                        throw new Refusal(failed.problem());
                    }
                    backoff.pause(failed, attempt);
                }
            }
        }
    }

    private Attempt attempt(OkHttpClient client, Request request) {
        CallProgress progress = new CallProgress(Duration.ofMillis(client.callTimeoutMillis()));
        Call call = client.newCall(
                request.newBuilder().tag(CallProgress.class, progress).build());
        try {
            return answered(call, execute(call), progress);
        } catch (IOException failure) {
            return failed(failure, progress);
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

    private Attempt answered(Call call, Response response, CallProgress progress) {
        if (response.code() == 200) {
            return new Attempt.Opened(new OpenCall(call, response, progress));
        }
        try (response) {
            CompletionProblem problem = errors.ofStatus(response);
            return problem instanceof CompletionProblem.ProviderLimited limited
                    ? new Attempt.Failed(problem, limited.retryAfter().isPresent(), limited.retryAfter())
                    : new Attempt.Failed(problem, RETRYABLE.contains(response.code()), Optional.empty());
        }
    }

    private static Attempt.Failed failed(IOException failure, CallProgress progress) {
        Problem problem = problem(failure, progress);
        if (!(problem instanceof CompletionProblem ofProvider)) {
            throw new Refusal(problem);
        }
        boolean timedOut = failure instanceof InterruptedIOException;
        return progress.isConnecting() && !timedOut
                ? Attempt.Failed.forNow(ofProvider)
                : Attempt.Failed.forGood(ofProvider);
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
        return new CompletionProblem.ProviderFailed(
                progress.isConnecting()
                        ? "the provider could not be reached"
                        : "the connection to the provider broke off");
    }

    /** What may stand in a log: never the provider's words, which may quote the question. */
    private static String kind(CompletionProblem problem) {
        return problem instanceof CompletionProblem.RequestRefused
                ? "RequestRefused"
                : problem.getClass().getSimpleName() + ": " + problem.message();
    }
}
