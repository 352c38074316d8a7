package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.integrations.net.OutboundReply;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

final class HttpAnswerReader {
    private final String upstream;
    private final StatusReader statuses;

    HttpAnswerReader(String upstream, StatusReader statuses) {
        this.upstream = upstream;
        this.statuses = statuses;
    }

    ToolOutcome outcome(OutboundReply reply, AnswerRules rules, AnswerRedaction redaction) {
        Optional<String> text = AnswerText.of(reply);
        Optional<JsonNode> json =
                text.filter(any -> AnswerText.mayBeJson(reply)).flatMap(HttpAnswerJson::read);
        if (!reply.isSuccess()) {
            return statuses.failure(reply, rules, words(text, json, rules, reply, redaction));
        }
        if (rules.form() == AnswerRules.Form.TEXT) {
            return text.map(content -> asText(content, redaction)).orElseGet(() -> binary(reply, redaction));
        }
        if (reply.body().length == 0) {
            return new ToolOutcome.Success(Map.of());
        }
        if (json.isPresent()) {
            return judged(json.get(), rules, redaction);
        }
        if (text.isEmpty()) {
            return binary(reply, redaction);
        }
        return AnswerText.isJson(reply)
                ? invalid("responded with JSON that is malformed or nested too deeply")
                : plainText(text.get(), rules, redaction);
    }

    private ToolOutcome judged(JsonNode json, AnswerRules rules, AnswerRedaction redaction) {
        boolean success = rules.success()
                .map(rule -> sameValue(json.at(rule.pointer()), rule.equals()))
                .orElse(true);
        return success ? result(json, rules.result(), redaction) : told(json, rules, redaction);
    }

    private static boolean sameValue(JsonNode one, JsonNode other) {
        if (one.isMissingNode()) {
            // GraphQL leaves "errors" out of an answer without errors.
            return other.isNull();
        }
        boolean numbers = one.isNumber() && other.isNumber();
        return numbers ? one.decimalValue().compareTo(other.decimalValue()) == 0 : one.equals(other);
    }

    private ToolOutcome result(JsonNode json, JsonPointer pointer, AnswerRedaction redaction) {
        JsonNode result = json.at(pointer);
        if (result.isMissingNode()) {
            return invalid("responded without a result: there is nothing at " + pointer);
        }
        if (result.isObject()) {
            return new ToolOutcome.Success(HttpAnswerJson.plain(result, redaction));
        }
        Map<String, Object> wrapped = new LinkedHashMap<>();
        wrapped.put("value", HttpAnswerJson.plain(result, redaction));
        return new ToolOutcome.Success(wrapped);
    }

    private ToolOutcome told(JsonNode json, AnswerRules rules, AnswerRedaction redaction) {
        String code = rules.error()
                .map(json::at)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .orElse("");
        String words = UpstreamWords.in(json, rules.error(), redaction).orElse("it gave no reason");
        return statuses.failureOf(rules.codes(), code, words);
    }

    private ToolOutcome plainText(String text, AnswerRules rules, AnswerRedaction redaction) {
        if (rules.success().isPresent() || !rules.result().matches()) {
            return invalid("responded with text instead of JSON");
        }
        return asText(text, redaction);
    }

    private static ToolOutcome asText(String text, AnswerRedaction redaction) {
        return new ToolOutcome.Success(Map.of("text", HttpAnswerJson.plain(TextNode.valueOf(text), redaction)));
    }

    private ToolOutcome binary(OutboundReply reply, AnswerRedaction redaction) {
        return invalid(
                "responded with content that is not text: " + UpstreamWords.of(AnswerText.mediaType(reply), redaction));
    }

    private static Optional<String> words(
            Optional<String> text,
            Optional<JsonNode> json,
            AnswerRules rules,
            OutboundReply reply,
            AnswerRedaction redaction) {
        if (json.isPresent()) {
            return UpstreamWords.in(json.get(), rules.error(), redaction);
        }
        return text.filter(any -> AnswerText.mediaType(reply).equals("text/plain"))
                .map(said -> UpstreamWords.of(said, redaction))
                .filter(said -> !said.isEmpty());
    }

    private ToolOutcome invalid(String what) {
        return new ToolOutcome.Failure(FailureKind.INVALID_RESPONSE, upstream + " " + what);
    }
}
