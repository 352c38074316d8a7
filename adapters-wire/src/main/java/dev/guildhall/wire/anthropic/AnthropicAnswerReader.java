package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Assembles one answer from the events of a stream or from a whole answer. */
public final class AnthropicAnswerReader implements AnswerReader {
    private final PartialAnswer answer;
    private final AnswerBlocks blocks;
    private final Function<JsonNode, ? extends Problem> errors;
    private UsageJson counted = UsageJson.NOTHING;
    private boolean begun;
    private boolean finished;
    private boolean stopped;

    /** @param errors the problem of an error object in an answer */
    public AnthropicAnswerReader(
            CompletionRequest request, PartialAnswer answer, Function<JsonNode, ? extends Problem> errors) {
        this.answer = answer;
        this.blocks =
                new AnswerBlocks(answer, new ParameterNames(request.offer().functions()));
        this.errors = errors;
    }

    @Override
    public boolean event(Slice data) throws IOException {
        EventJson event = ProviderJson.read(data, EventJson.class);
        if (event.name().equals("error")) {
            throw failed(event.error());
        }
        answer.original(event.name(), data, false);
        add(event);
        return !stopped;
    }

    private void add(EventJson event) throws UnreadableAnswer {
        switch (event.name()) {
            case "message_start" -> begin(event.message());
            case "content_block_start" -> {
                if (event.contentBlock() != null) {
                    blocks.begin(index(event), event.contentBlock());
                }
            }
            case "content_block_delta" -> {
                if (event.delta() != null) {
                    blocks.add(index(event), event.delta());
                }
            }
            case "content_block_stop" -> blocks.end(index(event));
            case "message_delta" -> {
                finish(event.delta() == null ? null : event.delta().stopReason());
                count(event.usage());
            }
            case "message_stop" -> stopped = true;
            default -> {}
        }
    }

    @Override
    public void whole(Slice json) throws IOException {
        AnthropicMessageJson message = ProviderJson.read(json, AnthropicMessageJson.class);
        if (message.error() != null && !message.error().isNull()) {
            throw failed(message.error());
        }
        if (message.content() == null) {
            throw new UnreadableAnswer("the provider's answer has no content");
        }
        begin(message);
        List<AnthropicMessageJson.ContentJson> content =
                message.content().stream().filter(Objects::nonNull).toList();
        for (int index = 0; index < content.size(); index++) {
            blocks.begin(index, content.get(index));
            blocks.end(index);
        }
        finish(message.stopReason());
        finished = true;
    }

    private Refusal failed(@Nullable JsonNode error) {
        ObjectNode told =
                error instanceof ObjectNode object ? object.deepCopy() : ProviderJson.MAPPER.createObjectNode();
        Optional.ofNullable(ErrorTypes.STATUS.get(told.path("type").asText("")))
                .ifPresent(status -> told.put("status", status));
        return new Refusal(errors.apply(told));
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    /** A stream is complete after its stop reason, or after its last event. */
    @Override
    public Completion end() throws UnreadableAnswer {
        if (!finished && !stopped) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        blocks.endAll();
        return answer.whole();
    }

    private void begin(@Nullable AnthropicMessageJson message) {
        begun = true;
        if (message != null) {
            answer.model(message.model() == null ? "" : message.model());
            count(message.usage());
        }
    }

    private void count(@Nullable UsageJson usage) {
        if (usage != null) {
            counted = counted.and(usage);
            answer.cached(counted.cachedTokens(), counted.cacheWriteTokens());
            answer.counted(counted.promptTokens(), counted.completionTokens());
        }
    }

    private void finish(@Nullable String reason) {
        if (reason != null) {
            finished = true;
            answer.finish(StopReasons.read(reason));
        }
    }

    private static int index(EventJson event) throws UnreadableAnswer {
        if (event.index() == null) {
            throw new UnreadableAnswer("a part of the provider's answer belongs to no block");
        }
        return event.index();
    }
}
