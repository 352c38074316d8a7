package dev.guildhall.wire.bedrock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.bedrock.ConverseJson.BlockEventJson;
import dev.guildhall.wire.bedrock.ConverseJson.BlockJson;
import dev.guildhall.wire.bedrock.ConverseJson.CallJson;
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
import org.jspecify.annotations.Nullable;

/** Assembles one answer from the events of a stream or from a whole answer. */
public final class ConverseAnswerReader implements AnswerReader {
    private static final String NO_ARGUMENTS = "{}";

    /** The statuses of the same errors outside of a stream. */
    private static final Map<String, Integer> STATUS = Map.of(
            "throttlingException", 429,
            "validationException", 400,
            "modelTimeoutException", 408,
            "serviceUnavailableException", 503,
            "internalServerException", 500,
            "modelStreamErrorException", 500);

    private final PartialAnswer answer;
    private final Function<JsonNode, ? extends Problem> errors;
    private final Map<Integer, OpenCall> calls = new HashMap<>();
    private boolean begun;
    private boolean finished;
    private boolean counted;

    private record OpenCall(int call, boolean hasArguments) {}

    /** @param errors the problem of an error object in an answer */
    public ConverseAnswerReader(PartialAnswer answer, Function<JsonNode, ? extends Problem> errors) {
        this.answer = answer;
        this.errors = errors;
    }

    /** The counts are in the last event. */
    @Override
    public boolean event(Slice data) throws IOException {
        ConverseJson event = ProviderJson.read(data, ConverseJson.class);
        if (event.exception() != null) {
            throw failed(event.exception());
        }
        begun |= event.messageStart() != null;
        if (event.contentBlockStart() != null) {
            begin(event.contentBlockStart());
        }
        if (event.contentBlockDelta() != null) {
            add(event.contentBlockDelta());
        }
        if (event.contentBlockStop() != null) {
            end(event.contentBlockStop().index());
        }
        if (event.messageStop() != null) {
            finish(event.messageStop().stopReason());
        }
        if (event.metadata() != null) {
            count(event.metadata().usage());
        }
        return !finished || !counted;
    }

    private Refusal failed(ConverseJson.ErrorJson error) {
        ObjectNode told = ProviderJson.MAPPER.createObjectNode();
        String type = text(error.type());
        told.put("type", type);
        told.put("status", STATUS.getOrDefault(type, 500));
        if (error.body() != null && error.body().path("message").isTextual()) {
            told.put("message", error.body().path("message").asText());
        }
        return new Refusal(errors.apply(told));
    }

    private void begin(BlockEventJson event) throws UnreadableAnswer {
        begun = true;
        if (event.start() != null && event.start().toolUse() != null) {
            calls.put(event.index(), new OpenCall(call(event.start().toolUse()), false));
        } else if (event.start() != null) {
            leftOut(event.start());
        }
    }

    private void add(BlockEventJson event) {
        begun = true;
        BlockJson delta = event.delta();
        if (delta == null) {
            return;
        }
        if (delta.toolUse() != null) {
            arguments(event.index(), delta.toolUse());
        } else if (delta.reasoningContent() != null) {
            answer.reasoning(delta.reasoningContent().words());
        } else {
            answer.text(text(delta.text()));
        }
    }

    /** Arguments without a call that has begun belong to a tool that the provider itself runs. */
    private void arguments(int index, CallJson part) {
        OpenCall open = calls.get(index);
        String json =
                part.input() != null && part.input().isTextual() ? part.input().asText() : "";
        if (open != null && !json.isEmpty()) {
            calls.put(index, new OpenCall(open.call(), true));
            answer.arguments(open.call(), json);
        }
    }

    /** A call without arguments gets an empty object, since empty text is not JSON. */
    private void end(int index) {
        Optional.ofNullable(calls.remove(index))
                .filter(open -> !open.hasArguments())
                .ifPresent(open -> answer.arguments(open.call(), NO_ARGUMENTS));
    }

    @Override
    public void whole(Slice json) throws IOException {
        ConverseJson whole = ProviderJson.read(json, ConverseJson.class);
        if (whole.output() == null
                || whole.output().message() == null
                || whole.output().message().content() == null) {
            throw new UnreadableAnswer("the provider's answer has no content");
        }
        begun = true;
        for (BlockJson block : whole.output().message().content()) {
            if (block != null) {
                add(block);
            }
        }
        finish(whole.stopReason());
        finished = true;
        count(whole.usage());
    }

    private void add(BlockJson block) throws UnreadableAnswer {
        if (block.toolUse() != null) {
            int call = call(block.toolUse());
            JsonNode input = block.toolUse().input();
            answer.arguments(call, input == null || input.isNull() ? NO_ARGUMENTS : input.toString());
        } else if (block.reasoningContent() != null) {
            answer.reasoning(block.reasoningContent().words());
        } else if (block.text() != null) {
            answer.text(block.text());
        } else {
            leftOut(block);
        }
    }

    private void leftOut(BlockJson block) {
        if (block.image() != null) {
            answer.other("image");
        } else if (block.video() != null) {
            answer.other("video");
        } else if (block.document() != null) {
            answer.other("file");
        }
    }

    private int call(CallJson call) throws UnreadableAnswer {
        return answer.call(text(call.toolUseId()), text(call.name()));
    }

    private void finish(@Nullable String reason) {
        if (reason == null) {
            return;
        }
        finished = true;
        answer.finish(
                switch (reason) {
                    case "max_tokens", "model_context_window_exceeded" -> FinishReason.LENGTH;
                    case "tool_use" -> FinishReason.TOOL_CALLS;
                    case "guardrail_intervened", "content_filtered" -> FinishReason.CONTENT_FILTER;
                    default -> FinishReason.STOP;
                });
    }

    private void count(ConverseJson.@Nullable UsageJson usage) {
        counted = true;
        if (usage != null) {
            usage.usage().ifPresent(answer::counted);
        }
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    @Override
    public Completion end() throws UnreadableAnswer {
        if (!finished) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        return answer.whole();
    }
}
