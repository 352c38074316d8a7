package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Assembles one answer of {@code responses} from the events of a stream or from a whole answer. An error that follows the
 * first event is passed on before it is reported, with the {@code response.failed} that may follow it. Not thread-safe.
 */
public final class ResponsesAnswerReader implements AnswerReader {
    private static final Pattern NAME = Pattern.compile("[a-z0-9_.]{1,100}");
    private static final String DONE = "[DONE]";

    private final PartialAnswer answer;
    private final Function<JsonNode, ? extends Problem> errors;

    /** The calls of the answer by the index of their item. */
    private final Map<Integer, Call> calls = new HashMap<>();

    private Optional<JsonNode> error = Optional.empty();
    private boolean begun;
    private boolean ended;

    /** @param hasPieces whether a part of the arguments has arrived */
    private record Call(int index, boolean custom, boolean hasPieces) {}

    /** @param errors the problem of an error object in an answer */
    public ResponsesAnswerReader(PartialAnswer answer, Function<JsonNode, ? extends Problem> errors) {
        this.answer = answer;
        this.errors = errors;
    }

    @Override
    public void whole(Slice json) throws IOException {
        JsonNode response = ProviderJson.read(json, JsonNode.class);
        requireNoError(response.path("error"));
        if (!response.path("output").isArray()) {
            throw new UnreadableAnswer("the provider's answer has no output");
        }
        for (JsonNode item : response.path("output")) {
            whole(item);
        }
        end(response);
    }

    private void whole(JsonNode item) throws UnreadableAnswer {
        switch (text(item, "type")) {
            case "message" -> {
                for (JsonNode part : item.path("content")) {
                    answer.text(text(part, "text"));
                    answer.refusal(text(part, "refusal"));
                }
            }
            case "reasoning" -> {
                item.path("summary").forEach(part -> answer.reasoning(text(part, "text")));
                item.path("content").forEach(part -> answer.reasoning(text(part, "text")));
            }
            case "function_call" ->
                answer.arguments(answer.call(text(item, "call_id"), text(item, "name")), text(item, "arguments"));
            case "custom_tool_call" ->
                answer.arguments(answer.call(text(item, "call_id"), text(item, "name")), input(text(item, "input")));
            default -> answer.other(text(item, "type"));
        }
    }

    @Override
    public boolean event(Slice data) throws IOException {
        if (data.is(DONE)) {
            return false;
        }
        JsonNode event = ProviderJson.read(data, JsonNode.class);
        String type = text(event, "type");
        if (isFailure(type) && !(begun && answer.isPassed())) {
            throw new Refusal(errors.apply(errorOf(event)));
        }
        begun = true;
        answer.original(NAME.matcher(type).matches() ? type : "", data, false);
        add(type, event);
        return !ended && !type.equals("response.failed");
    }

    private static boolean isFailure(String type) {
        return type.equals("error") || type.equals("response.failed");
    }

    /** Its fields stand in an object of their own, or beside the type. */
    private static JsonNode errorOf(JsonNode event) {
        JsonNode ofResponse = event.path("response").path("error");
        if (ofResponse.isObject()) {
            return ofResponse;
        }
        return event.path("error").isObject() ? event.path("error") : event;
    }

    private void add(String type, JsonNode event) throws UnreadableAnswer {
        switch (type) {
            case "response.created", "response.in_progress" -> answer.model(text(event.path("response"), "model"));
            case "response.output_item.added" ->
                begin(event.path("output_index").asInt(), event.path("item"));
            case "response.output_item.done" -> end(event.path("output_index").asInt(), event.path("item"));
            case "response.output_text.delta" -> answer.text(text(event, "delta"));
            case "response.refusal.delta" -> answer.refusal(text(event, "delta"));
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta", "response.reasoning.delta" ->
                answer.reasoning(text(event, "delta"));
            case "response.function_call_arguments.delta" ->
                arguments(event.path("output_index").asInt(), text(event, "delta"));
            case "response.completed", "response.incomplete" -> end(event.path("response"));
            case "response.failed", "error" -> error = error.or(() -> Optional.of(errorOf(event)));
            default -> {}
        }
    }

    private void begin(int index, JsonNode item) throws UnreadableAnswer {
        switch (text(item, "type")) {
            case "message", "reasoning" -> {}
            case "function_call" -> calls.put(index, call(item, false));
            case "custom_tool_call" -> calls.put(index, call(item, true));
            default -> answer.other(text(item, "type"));
        }
    }

    private Call call(JsonNode item, boolean custom) throws UnreadableAnswer {
        return new Call(answer.call(text(item, "call_id"), text(item, "name")), custom, false);
    }

    private void arguments(int index, String json) {
        Optional.ofNullable(calls.get(index)).filter(call -> !call.custom()).ifPresent(call -> {
            calls.put(index, new Call(call.index(), false, call.hasPieces() || !json.isEmpty()));
            answer.arguments(call.index(), json);
        });
    }

    /** The item has all arguments once more, and some servers send them here alone. */
    private void end(int index, JsonNode item) {
        Optional.ofNullable(calls.remove(index))
                .filter(call -> !call.hasPieces())
                .ifPresent(call -> {
                    String json = call.custom() ? input(text(item, "input")) : text(item, "arguments");
                    answer.arguments(call.index(), json);
                });
    }

    private static String input(String text) {
        return ProviderJson.write(ToolForms.arguments(text).values());
    }

    private void end(JsonNode response) {
        answer.model(text(response, "model"));
        JsonNode usage = response.path("usage");
        if (usage.path("input_tokens").canConvertToLong()
                && usage.path("output_tokens").canConvertToLong()) {
            answer.counted(new Usage(
                            Math.max(0, usage.path("input_tokens").asLong()),
                            Math.max(0, usage.path("output_tokens").asLong()))
                    .withParts(
                            usage.at("/input_tokens_details/cached_tokens").asLong(),
                            0,
                            usage.at("/output_tokens_details/reasoning_tokens").asLong()));
        }
        if (text(response, "status").equals("incomplete")) {
            boolean filtered =
                    text(response.path("incomplete_details"), "reason").equals("content_filter");
            answer.finish(filtered ? FinishReason.CONTENT_FILTER : FinishReason.LENGTH);
        }
        ended = true;
    }

    private void requireNoError(JsonNode reported) {
        if (reported.isObject()) {
            throw new Refusal(errors.apply(reported));
        }
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).isTextual() ? object.path(field).textValue() : "";
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    @Override
    public Completion end() throws UnreadableAnswer {
        error.ifPresent(this::requireNoError);
        if (!ended) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        return answer.whole();
    }
}
