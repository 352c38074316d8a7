package dev.guildhall.llm.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.llm.http.ProviderJson;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.ports.problem.CompletionProblem;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the errors inside answers that began with status 200. Thread-safe. */
final class AnthropicErrors {
    /** The status of each type of error before an answer has begun. */
    private static final Map<String, Integer> STATUS = Map.of(
            "invalid_request_error", 400,
            "authentication_error", 401,
            "billing_error", 402,
            "permission_error", 403,
            "not_found_error", 404,
            "request_too_large", 413,
            "rate_limit_error", 429,
            "api_error", 500,
            "timeout_error", 504,
            "overloaded_error", 529);

    private final ProviderErrors errors;

    AnthropicErrors(ProviderErrors errors) {
        this.errors = errors;
    }

    CompletionProblem inAnswer(@Nullable JsonNode error) {
        ObjectNode told =
                error instanceof ObjectNode object ? object.deepCopy() : ProviderJson.MAPPER.createObjectNode();
        Optional.ofNullable(STATUS.get(told.path("type").asText(""))).ifPresent(status -> told.put("status", status));
        return errors.inStream(told);
    }
}
