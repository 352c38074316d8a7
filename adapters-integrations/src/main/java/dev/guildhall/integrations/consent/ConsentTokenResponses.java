package dev.guildhall.integrations.consent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.provider.ProviderReply;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads the responses of token endpoints in the providers' formats: JSON or a form (GitHub's default), errors with
 * status 200, numbers as texts, scopes separated by spaces or commas or in an array, and a user's token inside {@code
 * authed_user} (Slack). Pure.
 */
final class ConsentTokenResponses {
    private static final Set<String> BEARER_TYPES = Set.of("bearer", "bot", "user");
    private static final int MAX_TOKEN = 16 * 1024;
    private static final int MAX_SCOPES = 500;
    private static final long LONGEST_LIFE_SECONDS = Duration.ofDays(36_500).toSeconds();

    private ConsentTokenResponses() {}

    static ConsentTokenResponse read(ProviderReply reply) {
        return fields(reply).map(fields -> answer(reply, fields)).orElseGet(ConsentTokenResponse.Garbage::new);
    }

    private static ConsentTokenResponse answer(ProviderReply reply, ObjectNode fields) {
        Optional<String> error = text(fields, "error").filter(code -> !code.isBlank());
        if (error.isPresent()) {
            return new ConsentTokenResponse.Failed(error.get());
        }
        JsonNode holder = fields.has("access_token") ? fields : fields.path("authed_user");
        Optional<String> accessToken = token(holder, "access_token");
        boolean good = reply.status() < 300 && isBearer(holder) && isWellFormed(holder, "refresh_token");
        if (accessToken.isEmpty() || !good) {
            return new ConsentTokenResponse.Garbage();
        }
        return new ConsentTokenResponse.Tokens(
                accessToken.get(),
                token(holder, "refresh_token"),
                life(holder.path("expires_in")),
                words(holder.path("scope"))
                        .map(words -> words.flatMap(ConsentTokenResponses::scope)
                                .distinct()
                                .limit(MAX_SCOPES)
                                .toList()));
    }

    private static Optional<ObjectNode> fields(ProviderReply reply) {
        String type = reply.contentType().toLowerCase(Locale.ROOT);
        boolean isJson = reply.body().stripLeading().startsWith("{");
        boolean isForm = type.startsWith("application/x-www-form-urlencoded") || type.startsWith("text/plain");
        return isJson ? json(reply.body()) : isForm ? form(reply.body()) : Optional.empty();
    }

    private static Optional<ObjectNode> json(String body) {
        try {
            return Json.LENIENT.readTree(body) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException garbage) {
            return Optional.empty();
        }
    }

    private static Optional<ObjectNode> form(String body) {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        try {
            for (String pair : body.strip().split("&")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
                }
            }
            return Optional.of(fields);
        } catch (IllegalArgumentException garbage) {
            return Optional.empty();
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static Optional<String> text(JsonNode fields, String name) {
        return Optional.of(fields.path(name)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    /** Absent when there is none, or when it could not be sent in a header. */
    private static Optional<String> token(JsonNode fields, String name) {
        return text(fields, name)
                .filter(token -> !token.isEmpty() && token.length() <= MAX_TOKEN)
                .filter(token -> token.chars().allMatch(c -> c > ' ' && c < 0x7f));
    }

    /** A malformed new refresh token must not count as none: the old one would be kept, but it is invalid now. */
    private static boolean isWellFormed(JsonNode fields, String name) {
        return fields.path(name).isMissingNode()
                || fields.path(name).isNull()
                || text(fields, name).filter(String::isEmpty).isPresent()
                || token(fields, name).isPresent();
    }

    private static boolean isBearer(JsonNode fields) {
        return text(fields, "token_type")
                .map(type -> BEARER_TYPES.contains(type.toLowerCase(Locale.ROOT)))
                .orElse(true);
    }

    /** Providers send 0 for tokens that do not expire; a lifetime longer than a human life counts as that too. */
    private static Optional<Duration> life(JsonNode node) {
        long seconds = node.isNumber() && node.canConvertToLong()
                ? node.longValue()
                : node.isTextual() && node.textValue().matches("\\d{1,12}") ? Long.parseLong(node.textValue()) : 0;
        return Optional.of(seconds)
                .filter(life -> life > 0 && life <= LONGEST_LIFE_SECONDS)
                .map(Duration::ofSeconds);
    }

    /** Absent when the response has no scopes; an empty stream when it has an empty list. */
    private static Optional<Stream<String>> words(JsonNode scope) {
        if (scope.isTextual()) {
            return Optional.of(Stream.of(scope.textValue().split("[\\s,]+")));
        }
        return scope.isArray()
                ? Optional.of(StreamSupport.stream(scope.spliterator(), false).map(JsonNode::asText))
                : Optional.empty();
    }

    private static Stream<Scope> scope(String word) {
        try {
            return Stream.of(new Scope(word));
        } catch (Refusal malformed) {
            return Stream.empty();
        }
    }
}
