package dev.guildhall.integrations.agent;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.FileProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts the errors of the agent service to problems of this process. */
final class RemoteProblems {
    private static final Pattern VIOLATION = Pattern.compile("([A-Za-z][\\w.\\[\\]-]*): (.+)", Pattern.DOTALL);
    private static final Pattern MISSING = Pattern.compile("there is no such ([a-z ]+)");
    private static final Pattern QUOTA = Pattern.compile("your files and .+ may have (\\d{1,18}) bytes together.*");
    private static final String NO_PATH = "path";

    private RemoteProblems() {}

    /** The problem; empty when the agent service does not report such an error on purpose. */
    static Optional<Problem> of(int status, byte[] body, Optional<String> retryAfter) {
        return AgentResponseJson.message(body)
                .map(message -> Text.beginning(message, RemoteAgentLimits.MESSAGE_CHARACTERS))
                .flatMap(message -> of(status, message, retryAfter));
    }

    private static Optional<Problem> of(int status, String message, Optional<String> retryAfter) {
        return switch (status) {
            case 413 -> Optional.of(tooLarge(message));
            case 400, 422 -> Optional.of(refused(message));
            case 401 -> Optional.of(new CommonProblem.Unauthenticated(message));
            case 403 -> Optional.of(new CommonProblem.Forbidden(message));
            case 404 -> missing(message);
            case 409 -> Optional.of(new CommonProblem.Conflict(message));
            case 429 -> Optional.of(new CommonProblem.RateLimited(seconds(retryAfter)));
            case 502, 504 -> Optional.of(new AgentProblem.ServiceUnavailable(message));
            case 503 -> Optional.of(new CommonProblem.Unavailable("agent service", "is overloaded"));
            case 507 -> Optional.of(CommonProblem.Unavailable.full("agent service"));
            default -> Optional.empty();
        };
    }

    private static Problem tooLarge(String message) {
        Matcher quota = QUOTA.matcher(message);
        return quota.matches()
                ? new FileProblem.QuotaExceeded(Long.parseLong(quota.group(1)))
                : new CompletionProblem.RequestRefused(message);
    }

    private static Problem refused(String message) {
        Matcher violation = VIOLATION.matcher(message);
        return violation.matches()
                ? new CommonProblem.Invalid(List.of(new Violation(violation.group(1), violation.group(2))))
                : new CompletionProblem.RequestRefused(message);
    }

    /** A missing path means a wrong address of the service, not a missing chat. */
    private static Optional<Problem> missing(String message) {
        Matcher missing = MISSING.matcher(message);
        return missing.matches() && !missing.group(1).equals(NO_PATH)
                ? Optional.of(new CommonProblem.NotFound(missing.group(1)))
                : Optional.empty();
    }

    private static Duration seconds(Optional<String> retryAfter) {
        return retryAfter
                .filter(value -> value.matches("\\d{1,6}"))
                .map(Integer::parseInt)
                .map(seconds -> Duration.ofSeconds(Math.clamp(seconds, 1, RemoteAgentLimits.RETRY_SECONDS)))
                .orElse(Duration.ofSeconds(1));
    }
}
