package dev.guildhall.llm.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.guildhall.llm.http.HttpCalls;
import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.http.ResponseHead;
import dev.guildhall.ports.problem.CompletionProblem;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells what a provider's refusal means to whoever asked. Thread-safe. */
public final class ProviderErrors {
    private static final int NOT_FOUND = 404;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;

    /** Those after which a request is sent again (contract 9); 529 is how some say that they are overloaded. */
    private static final Set<Integer> PASSING = Set.of(CONFLICT, 500, 502, 503, 504, 529);

    /** How an error inside a stream says the same without a status. */
    private static final Pattern PASSING_TYPES = Pattern.compile("server_error|.*overloaded.*");

    private final InstantSource clock;
    private final Optional<String> secret;

    /**
     * Reads errors.
     *
     * @param secret what must never be handed on, even when a provider repeats it
     */
    public ProviderErrors(InstantSource clock, Optional<String> secret) {
        this.clock = clock;
        this.secret = secret;
    }

    /** The problem behind a status that is not 200. */
    CompletionProblem ofStatus(HttpCalls.Answer answer) {
        int status = answer.head().status();
        if (status == TOO_MANY_REQUESTS) {
            return new CompletionProblem.ProviderLimited(retryAfter(answer.head()));
        }
        if (status == REQUEST_TIMEOUT) {
            return requestTimeout();
        }
        if (isRequestRefused(status)) {
            return ofClientError(status, body(answer));
        }
        return ofOtherStatus(status, retryAfter(answer.head()));
    }

    /** The problem behind an error object in a stream that began with 200. */
    public CompletionProblem inStream(JsonNode error) {
        int status = error.path("code").asInt(error.path("status").asInt(0));
        String type = error.path("type").asText("");
        if (status == TOO_MANY_REQUESTS || type.contains("rate_limit")) {
            return new CompletionProblem.ProviderLimited(Optional.empty());
        }
        if (isKeyRefused(status)) {
            return new CompletionProblem.ProviderRefusedKey();
        }
        if (status == REQUEST_TIMEOUT) {
            return requestTimeout();
        }
        if (isRequestRefused(status) || type.startsWith("invalid_request")) {
            return ofClientError(status, error);
        }
        String kind = type.matches("[A-Za-z0-9_]{1,60}") ? " (" + type + ")" : "";
        return new CompletionProblem.ProviderFailed(
                "the provider reported an error" + kind,
                PASSING.contains(status) || PASSING_TYPES.matcher(type).matches());
    }

    private static CompletionProblem requestTimeout() {
        return new CompletionProblem.ProviderTimedOut("request", true);
    }

    private CompletionProblem ofClientError(int status, JsonNode body) {
        Optional<String> words = ProviderMessage.in(body).map(this::withoutSecret);
        if (status == NOT_FOUND && words.isPresent()) {
            return new CompletionProblem.UnknownModel(words.get());
        }
        String silent = "the provider refused the request" + (status == 0 ? "" : " (" + status + ")");
        return new CompletionProblem.RequestRefused(words.orElse(silent));
    }

    private static CompletionProblem ofOtherStatus(int status, Optional<Duration> retryAfter) {
        if (isKeyRefused(status)) {
            return new CompletionProblem.ProviderRefusedKey();
        }
        return new CompletionProblem.ProviderFailed(
                "the provider failed (" + status + ")", PASSING.contains(status), retryAfter);
    }

    private static boolean isKeyRefused(int status) {
        return status == 401 || status == 403;
    }

    private static boolean isRequestRefused(int status) {
        return status >= 400 && status < 500 && !isKeyRefused(status) && status != CONFLICT;
    }

    private Optional<Duration> retryAfter(ResponseHead head) {
        return head.retryAfter().flatMap(value -> ProviderRetryAfter.parse(value, clock.instant()));
    }

    private String withoutSecret(String text) {
        return secret.map(key -> text.replace(key, "***")).orElse(text);
    }

    private static JsonNode body(HttpCalls.Answer answer) {
        try {
            return ProviderJson.MAPPER.readTree(answer.body().readNBytes(Limits.ERROR_BYTES));
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        } catch (IOException cut) {
            return MissingNode.getInstance();
        }
    }
}
