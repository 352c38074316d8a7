package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.usage.Usage;
import java.util.List;
import java.util.Optional;

/**
 * One event of a stream, or a whole answer: they differ in the name of the field that holds the text.
 *
 * @param model the model that answers; empty when it is not named
 * @param choices empty in events of other kinds
 * @param usage the token counts so far; empty when the provider does not send them
 * @param error sent by some providers in a stream that began with status 200
 */
record OpenAiAnswerJson(
        Optional<String> model, List<ChoiceJson> choices, Optional<Usage> usage, Optional<JsonNode> error) {
    /** Whether it has a part of the answer, or of the reasoning. */
    boolean isToken() {
        return choices.stream().anyMatch(ChoiceJson::isToken);
    }

    /** Whether it reports the usage and nothing else. */
    boolean isUsageAlone() {
        return usage.isPresent() && choices.isEmpty();
    }

    /**
     * One of the answers; the request asks for one, and some servers send more.
     *
     * @param index of the answer
     * @param part its content
     * @param finish the finish reason; empty before the end
     */
    record ChoiceJson(int index, PartJson part, Optional<String> finish) {
        boolean isToken() {
            return part.isToken() || finish.isPresent();
        }
    }

    /**
     * A part of the text and of the calls.
     *
     * @param words of the text; empty when there are none
     * @param refusal the text with which the model refuses to answer; empty when there is none
     * @param reasoning a part of the reasoning of the model; empty when there is none
     * @param calls parts of calls
     * @param others the types of all other parts
     */
    record PartJson(String words, String refusal, String reasoning, List<CallJson> calls, List<String> others) {
        static final PartJson NOTHING = new PartJson("", "", "", List.of(), List.of());

        boolean isToken() {
            return !words.isEmpty()
                    || !refusal.isEmpty()
                    || !reasoning.isEmpty()
                    || !calls.isEmpty()
                    || !others.isEmpty();
        }
    }

    /**
     * A call, or a part of one.
     *
     * @param index of the call; empty when the server does not send it
     * @param id empty when this part has none
     * @param name empty when this part has none
     * @param arguments a part of them, as JSON text
     */
    record CallJson(Optional<Integer> index, String id, String name, String arguments) {}
}
