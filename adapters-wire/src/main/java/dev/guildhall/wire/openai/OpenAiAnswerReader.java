package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.openai.OpenAiAnswerJson.ChoiceJson;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** Assembles one answer from the events of a stream or from a whole answer. */
public final class OpenAiAnswerReader implements AnswerReader {
    private static final String DONE = "[DONE]";

    private final PartialAnswer answer;
    private final CallParts calls;
    private final Function<JsonNode, ? extends Problem> errors;
    private Optional<Integer> choice = Optional.empty();
    private Optional<String> finish = Optional.empty();
    private boolean begun;
    private boolean done;

    /** @param errors the problem of an error object in an answer */
    public OpenAiAnswerReader(PartialAnswer answer, Function<JsonNode, ? extends Problem> errors) {
        this.answer = answer;
        this.calls = new CallParts(answer);
        this.errors = errors;
    }

    @Override
    public void whole(Slice json) throws IOException {
        OpenAiAnswerJson whole = ProviderJson.read(json, OpenAiAnswerParser::answer);
        requireNoError(whole);
        add(whole);
        done = true;
    }

    @Override
    public boolean event(Slice data) throws IOException {
        if (data.is(DONE)) {
            done = true;
            return false;
        }
        OpenAiAnswerJson event = ProviderJson.read(data, OpenAiAnswerParser::answer);
        begun |= event.isToken();
        requireNoError(event);
        answer.original("", data, event.isUsageAlone());
        add(event);
        return true;
    }

    private void requireNoError(OpenAiAnswerJson json) {
        json.error().ifPresent(error -> {
            throw new Refusal(errors.apply(error));
        });
    }

    private void add(OpenAiAnswerJson json) throws UnreadableAnswer {
        answer.model(json.model().orElse(""));
        for (ChoiceJson one : json.choices()) {
            choice = choice.isPresent() ? choice : Optional.of(one.index());
            if (choice.get() == one.index()) {
                add(one);
            }
        }
        json.usage().ifPresent(answer::counted);
    }

    private void add(ChoiceJson one) throws UnreadableAnswer {
        answer.reasoning(one.part().reasoning());
        answer.text(one.part().words());
        answer.refusal(one.part().refusal());
        for (OpenAiAnswerJson.CallJson part : one.part().calls()) {
            calls.add(part);
        }
        one.part().others().forEach(answer::other);
        finish = one.finish().isPresent() ? one.finish() : finish;
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    /** A stream is complete after its finish reason, or after its last event. */
    @Override
    public Completion end() throws UnreadableAnswer {
        if (!done && finish.isEmpty()) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        if (choice.isEmpty()) {
            throw new UnreadableAnswer("the provider's answer has no choices");
        }
        if (!answer.isPassed() && finish.filter("error"::equals).isPresent()) {
            throw new UnreadableAnswer("the provider ended its answer with an error");
        }
        calls.end();
        answer.finish(FinishReasons.read(finish.orElse("stop")));
        return answer.whole();
    }
}
