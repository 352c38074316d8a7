package dev.guildhall.llm.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.ProviderFault;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.RetryAfter;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class ProviderErrors {
    private static final int PAYMENT_REQUIRED = 402;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;

    /** A request is sent again after these (models-7); some providers send 529 when they are overloaded. */
    private static final Set<Integer> PASSING = Set.of(CONFLICT, 500, 502, 503, 504, 529);

    /** The types of errors inside a stream that mean the same without a status. */
    private static final Pattern PASSING_TYPES = Pattern.compile("server_error|.*overloaded.*");

    /** The types and codes that say that an account has nothing left. */
    private static final Pattern EXHAUSTED =
            Pattern.compile("insufficient_(quota|balance|credits?|funds)|billing_.*|quota_exceeded");

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.\\[\\]-]{1,100}");
    private static final int SHORTEST_SECRET = 8;

    /** What looks like a key, as a gateway may repeat the key that it has for the provider behind it. */
    private static final String SHAPED = "(?i:bearer) [\\w.~+/-]{8,}|sk-(?=[A-Za-z_-]*\\d)[\\w-]{16,}"
            + "|AKIA[A-Z0-9]{16}|AIza[\\w-]{30,}|gh[pousr]_\\w{20,}|hf_\\w{20,}|gsk_\\w{20,}|xai-\\w{20,}"
            + "|eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*";

    private static final Logger LOG = System.getLogger(ProviderErrors.class.getName());

    private final InstantSource clock;
    private final Optional<String> advice;
    private final AtomicBoolean isAdviceLogged = new AtomicBoolean();
    private final List<String> secrets;
    private final Pattern inText;

    /**
     * A reader of errors.
     *
     * @param secrets those that requests carry; they are removed from every message, in case a provider repeats them: as
     *     whole words of at least 8 characters, since servers without keys are given words such as {@code none}
     */
    public ProviderErrors(InstantSource clock, List<String> secrets) {
        this(clock, secrets, Optional.empty());
    }

    /** @param advice what to do when a response says that the provider does not have the address, with the code 404 */
    ProviderErrors(InstantSource clock, List<String> secrets, Optional<String> advice) {
        this.clock = clock;
        this.advice = advice;
        this.secrets = secrets.stream()
                .filter(secret -> secret.length() >= SHORTEST_SECRET)
                .toList();
        String words = Stream.concat(this.secrets.stream().map(Pattern::quote), Stream.of(SHAPED))
                .collect(Collectors.joining("|"));
        this.inText = Pattern.compile("(?<![\\w-])(?:" + words + ")(?![\\w-])");
    }

    /** The problem of a response whose status is not 200. */
    CompletionProblem ofStatus(Response response) {
        int status = response.status();
        JsonNode error = error(body(response));
        Optional<Duration> retryAfter = retryAfter(response).or(() -> retryDelay(error));
        return of(status, error, retryAfter, "the provider failed (" + status + ")");
    }

    /** The problem of an error object in a stream that began with status 200. */
    public CompletionProblem inStream(JsonNode reported) {
        JsonNode error = error(reported);
        String kind = word(error.path("type")).map(type -> " (" + type + ")").orElse("");
        int status = error.path("code").asInt(error.path("status").asInt(0));
        return of(status, error, Optional.empty(), "the provider reported an error" + kind);
    }

    /**
     * @param status of HTTP; 0 when an error in a stream names none
     * @param failure the sentence for a failure of the provider
     */
    private CompletionProblem of(int status, JsonNode error, Optional<Duration> retryAfter, String failure) {
        ProviderFault fault = fault(error);
        String type = fault.type().orElse("");
        boolean exhausted = status == PAYMENT_REQUIRED
                || EXHAUSTED.matcher(type).matches()
                || fault.code()
                        .filter(code -> EXHAUSTED.matcher(code).matches())
                        .isPresent();
        if (exhausted || status == TOO_MANY_REQUESTS || type.contains("rate_limit")) {
            return new CompletionProblem.ProviderLimited(retryAfter, exhausted, fault);
        }
        if (isKeyRefused(status) || refusesKey(error)) {
            return new CompletionProblem.ProviderRefusedKey();
        }
        if (status == REQUEST_TIMEOUT) {
            return new CompletionProblem.ProviderTimedOut("request", true);
        }
        if (isRequestRefused(status) || type.startsWith("invalid_request")) {
            return ofClientError(status, error, fault);
        }
        boolean passing =
                PASSING.contains(status) || PASSING_TYPES.matcher(type).matches();
        return new CompletionProblem.ProviderFailed(failure, passing, retryAfter, fault);
    }

    private CompletionProblem ofClientError(int status, JsonNode error, ProviderFault fault) {
        Optional<String> message = message(error).map(this::withoutSecret).map(ProviderErrors::shorten);
        if (status == NOT_FOUND || status == METHOD_NOT_ALLOWED) {
            String unknown = message.orElse("the provider has no such model or endpoint (" + status + ")");
            return new CompletionProblem.UnknownModel(
                    unknown + advice(status, fault).map(todo -> ": " + todo).orElse(""));
        }
        String unexplained = "the provider refused the request" + (status == 0 ? "" : " (" + status + ")");
        return new CompletionProblem.RequestRefused(message.orElse(unexplained), fault);
    }

    /** The operator has to act, so the log has it too, once. */
    private Optional<String> advice(int status, ProviderFault fault) {
        boolean isAddress = fault.code().filter(String.valueOf(status)::equals).isPresent();
        Optional<String> todo = advice.filter(any -> isAddress);
        if (todo.isPresent() && isAdviceLogged.compareAndSet(false, true)) {
            LOG.log(Level.WARNING, "a provider does not have the address of a request: {0}", todo.get());
        }
        return todo;
    }

    private ProviderFault fault(JsonNode error) {
        return new ProviderFault(
                word(error.path("type")),
                word(error.path("code")).or(() -> word(error.path("status"))),
                word(error.path("param")));
    }

    private Optional<String> word(JsonNode node) {
        return Optional.of(node)
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .filter(text -> WORD.matcher(text).matches()
                        && secrets.stream().noneMatch(text::contains)
                        && !inText.matcher(text).find());
    }

    /** Google answers with status 400 to a key that it does not know. */
    private static boolean refusesKey(JsonNode error) {
        return error.path("details")
                .valueStream()
                .anyMatch(detail -> detail.path("reason").asText("").equals("API_KEY_INVALID"));
    }

    /** Google's form of {@code Retry-After}, for example {@code 37.2s}. */
    private static Optional<Duration> retryDelay(JsonNode error) {
        return error.path("details")
                .valueStream()
                .map(detail -> detail.path("retryDelay").asText(""))
                .filter(delay -> delay.matches("\\d{1,5}(\\.\\d{1,9})?s"))
                .map(delay -> Duration.ofMillis((long) Math.ceil(1000 * Double.parseDouble(delay.replace("s", "")))))
                .map(delay -> delay.compareTo(Limits.LONGEST_LIMIT) < 0 ? delay : Limits.LONGEST_LIMIT)
                .findFirst();
    }

    private static boolean isKeyRefused(int status) {
        return status == 401 || status == 403;
    }

    private static boolean isRequestRefused(int status) {
        return status >= 400 && status < 500 && !isKeyRefused(status) && status != CONFLICT;
    }

    private Optional<Duration> retryAfter(Response response) {
        return response.header("Retry-After").flatMap(value -> RetryAfter.parse(value, clock.instant()));
    }

    /** The error object of a body; some providers send it in an array, or without its name. */
    private static JsonNode error(JsonNode body) {
        JsonNode one = body.isArray() ? body.path(0) : body;
        return one.has("error") ? one.path("error") : one;
    }

    private static Optional<String> message(JsonNode error) {
        if (error.isTextual()) {
            return Optional.of(error.asText()).filter(text -> !text.isBlank());
        }
        for (String field : new String[] {"message", "detail", "msg"}) {
            JsonNode value =
                    error.path(field).isArray() ? error.path(field).path(0).path("msg") : error.path(field);
            if (value.isTextual() && !value.asText().isBlank()) {
                return Optional.of(value.asText());
            }
        }
        return Optional.empty();
    }

    /** The text on one line, without its end when it is long. */
    private static String shorten(String text) {
        String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
        if (line.codePointCount(0, line.length()) <= Limits.ERROR_CHARACTERS) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, Limits.ERROR_CHARACTERS - 1)) + "…";
    }

    private String withoutSecret(String text) {
        return inText.matcher(text).replaceAll("***");
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
