package dev.guildhall.llm.openai;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.openai.AnswerJson.ChoiceJson;
import dev.guildhall.llm.openai.AnswerJson.PartJson;
import dev.guildhall.llm.wire.Json;
import dev.guildhall.llm.wire.UnreadableAnswer;
import dev.guildhall.ports.completion.Usage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads an answer token by token, for one event carries a word and there are very many of them. A field of another kind
 * than it should be is passed over. Thread-safe: it has no state.
 */
final class AnswerReader {
    private AnswerReader() {}

    /** An event, or a whole answer. */
    static AnswerJson answer(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new UnreadableAnswer("the provider's answer is not the JSON that was expected");
        }
        Optional<String> model = Optional.empty();
        List<ChoiceJson> choices = List.of();
        Optional<Usage> usage = Optional.empty();
        Optional<JsonNode> error = Optional.empty();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (Fields.next(json)) {
                case "model" -> model = Fields.text(json).filter(name -> !name.isBlank());
                case "choices" -> choices = Fields.list(json, AnswerReader::choice);
                case "usage" -> usage = usage(json);
                case "error" -> error = Optional.of(Json.tree(json)).filter(node -> !node.isNull());
                default -> json.skipChildren();
            }
        }
        return new AnswerJson(model, choices, usage, error);
    }

    private static ChoiceJson choice(JsonParser json) throws IOException {
        int index = 0;
        PartJson part = PartJson.NOTHING;
        Optional<String> finish = Optional.empty();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (Fields.next(json)) {
                case "index" -> index = Fields.number(json).orElse(0L).intValue();
                case "delta", "message" -> part = Fields.isObject(json) ? part(json) : part;
                case "finish_reason" -> finish = Fields.text(json).filter(reason -> !reason.isBlank());
                default -> json.skipChildren();
            }
        }
        return new ChoiceJson(index, part, finish);
    }

    private static PartJson part(JsonParser json) throws IOException {
        String words = "";
        String refusal = "";
        boolean thought = false;
        List<AnswerJson.CallJson> calls = List.of();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (Fields.next(json)) {
                case "content" -> words = Fields.words(json);
                case "refusal" -> refusal = Fields.words(json);
                case "reasoning_content", "reasoning" ->
                    thought |= !Fields.words(json).isEmpty();
                case "tool_calls" -> calls = Fields.list(json, CallReader::call);
                default -> json.skipChildren();
            }
        }
        return new PartJson(words, refusal, thought, calls);
    }

    /** Told when both numbers are there, and not both of them zero as servers send that count at the end only. */
    private static Optional<Usage> usage(JsonParser json) throws IOException {
        Optional<Long> prompt = Optional.empty();
        Optional<Long> completion = Optional.empty();
        if (!Fields.isObject(json)) {
            return Optional.empty();
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            switch (Fields.next(json)) {
                case "prompt_tokens" -> prompt = Fields.number(json);
                case "completion_tokens" -> completion = Fields.number(json);
                default -> json.skipChildren();
            }
        }
        if (prompt.isEmpty() || completion.isEmpty() || prompt.get() + completion.get() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Usage(prompt.get(), completion.get()));
    }
}
