package dev.guildhall.llm.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.http.Response;
import dev.guildhall.ports.problem.CompletionProblem;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
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
        Optional<String> message = message(body).map(this::withoutSecret);
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
        return response.header("Retry-After").flatMap(value -> retryAfter(value, clock.instant()));
    }

    /** The seconds or the date of the header, zero to {@link Limits#LONGEST_LIMIT}; empty when the text is neither. */
    private static Optional<Duration> retryAfter(String text, Instant now) {
        String value = text.strip();
        if (value.matches("\\d{1,9}(\\.\\d{1,6})?")) {
            return Optional.of(bounded(Duration.ofMillis((long) Math.ceil(Double.parseDouble(value) * 1000))));
        }
        try {
            Instant then = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(bounded(Duration.between(now, then)));
        } catch (DateTimeException neither) {
            return Optional.empty();
        }
    }

    private static Duration bounded(Duration wait) {
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(Limits.LONGEST_LIMIT) > 0 ? Limits.LONGEST_LIMIT : wait;
    }

    /** The message of the body of an error, or of an error object, on one line and shortened; empty when there is none. */
    private static Optional<String> message(JsonNode json) {
        JsonNode error = json.has("error") ? json.path("error") : json;
        if (error.isTextual()) {
            return Optional.of(shorten(error.asText())).filter(text -> !text.isEmpty());
        }
        for (String field : new String[] {"message", "detail", "msg"}) {
            if (error.path(field).isTextual() && !error.path(field).asText().isBlank()) {
                return Optional.of(shorten(error.path(field).asText()));
            }
        }
        return Optional.empty();
    }

    private static String shorten(String text) {
        String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
        if (line.codePointCount(0, line.length()) <= Limits.ERROR_CHARACTERS) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, Limits.ERROR_CHARACTERS - 1)) + "…";
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
