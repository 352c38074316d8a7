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

final class HttpResponseReader {
    private final String upstream;
    private final StatusReader statuses;

    HttpResponseReader(String upstream, StatusReader statuses) {
        this.upstream = upstream;
        this.statuses = statuses;
    }

    ToolOutcome outcome(OutboundReply reply, ResponseRules rules, ResponseRedaction redaction) {
        Optional<String> text = ResponseText.of(reply);
        Optional<JsonNode> json =
                text.filter(any -> ResponseText.mayBeJson(reply)).flatMap(HttpResponseJson::read);
        if (!reply.isSuccess()) {
            return statuses.failure(reply, rules, words(text, json, rules, reply, redaction));
        }
        if (rules.form() == ResponseRules.Form.TEXT) {
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
        return ResponseText.isJson(reply)
                ? invalid("responded with JSON that is malformed or nested too deeply")
                : plainText(text.get(), rules, redaction);
    }

    private ToolOutcome judged(JsonNode json, ResponseRules rules, ResponseRedaction redaction) {
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

    private ToolOutcome result(JsonNode json, JsonPointer pointer, ResponseRedaction redaction) {
        JsonNode result = json.at(pointer);
        if (result.isMissingNode()) {
            return invalid("responded without a result: there is nothing at " + pointer);
        }
        if (result.isObject()) {
            return new ToolOutcome.Success(HttpResponseJson.plain(result, redaction));
        }
        Map<String, Object> wrapped = new LinkedHashMap<>();
        wrapped.put("value", HttpResponseJson.plain(result, redaction));
        return new ToolOutcome.Success(wrapped);
    }

    private ToolOutcome told(JsonNode json, ResponseRules rules, ResponseRedaction redaction) {
        String code = rules.error()
                .map(json::at)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .orElse("");
        String words = UpstreamWords.in(json, rules.error(), redaction).orElse("it gave no reason");
        return statuses.failureOf(rules.codes(), code, words);
    }

    private ToolOutcome plainText(String text, ResponseRules rules, ResponseRedaction redaction) {
        if (rules.success().isPresent() || !rules.result().matches()) {
            return invalid("responded with text instead of JSON");
        }
        return asText(text, redaction);
    }

    private static ToolOutcome asText(String text, ResponseRedaction redaction) {
        return new ToolOutcome.Success(Map.of("text", HttpResponseJson.plain(TextNode.valueOf(text), redaction)));
    }

    private ToolOutcome binary(OutboundReply reply, ResponseRedaction redaction) {
        return invalid("responded with content that is not text: "
                + UpstreamWords.of(ResponseText.mediaType(reply), redaction));
    }

    private static Optional<String> words(
            Optional<String> text,
            Optional<JsonNode> json,
            ResponseRules rules,
            OutboundReply reply,
            ResponseRedaction redaction) {
        if (json.isPresent()) {
            return UpstreamWords.in(json.get(), rules.error(), redaction);
        }
        return text.filter(any -> ResponseText.mediaType(reply).equals("text/plain"))
                .map(said -> UpstreamWords.of(said, redaction))
                .filter(said -> !said.isEmpty());
    }

    private ToolOutcome invalid(String what) {
        return new ToolOutcome.Failure(FailureKind.INVALID_RESPONSE, upstream + " " + what);
    }
}
