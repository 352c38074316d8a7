package dev.guildhall.llm.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.http.Response;
import dev.guildhall.ports.problem.CompletionProblem;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Turns the errors of a provider into problems. Thread-safe. */
public final class ProviderErrors {
    private static final int NOT_FOUND = 404;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;

    /** A request is sent again after these (contract 9); some providers send 529 when they are overloaded. */
    private static final Set<Integer> PASSING = Set.of(CONFLICT, 500, 502, 503, 504, 529);

    /** The types of errors inside a stream that mean the same without a status. */
    private static final Pattern PASSING_TYPES = Pattern.compile("server_error|.*overloaded.*");

    private final InstantSource clock;
    private final Optional<String> secret;

    /**
     * A reader of errors.
     *
     * @param secret is removed from every message, in case a provider repeats it
     */
    public ProviderErrors(InstantSource clock, Optional<String> secret) {
        this.clock = clock;
        this.secret = secret;
    }

    /** The problem of a response whose status is not 200. */
    CompletionProblem ofStatus(Response response) {
        int status = response.status();
        if (status == TOO_MANY_REQUESTS) {
            return new CompletionProblem.ProviderLimited(retryAfter(response));
        }
        if (status == REQUEST_TIMEOUT) {
            return requestTimeout();
        }
        if (isRequestRefused(status)) {
            return ofClientError(status, body(response));
        }
        return ofOtherStatus(status, retryAfter(response));
    }

    /** The problem of an error object in a stream that began with status 200. */
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
        Optional<String> message = ProviderMessage.in(body).map(this::withoutSecret);
        if (status == NOT_FOUND && message.isPresent()) {
            return new CompletionProblem.UnknownModel(message.get());
        }
        String unexplained = "the provider refused the request" + (status == 0 ? "" : " (" + status + ")");
        return new CompletionProblem.RequestRefused(message.orElse(unexplained));
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

    private Optional<Duration> retryAfter(Response response) {
        return response.header("Retry-After").flatMap(value -> ProviderRetryAfter.parse(value, clock.instant()));
    }

    private String withoutSecret(String text) {
        return secret.map(key -> text.replace(key, "***")).orElse(text);
    }

    private static JsonNode body(Response response) {
        try {
            return ProviderJson.MAPPER.readTree(response.body().readNBytes(Limits.ERROR_BYTES));
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        } catch (IOException cut) {
            return MissingNode.getInstance();
        }
    }
}
