package dev.guildhall.llm.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.Usage;
import java.util.List;
import java.util.Optional;

/**
 * One event of a stream, or a whole answer: they differ in the name of the part that holds the words.
 *
 * @param model the model that answers; empty when it is not named
 * @param choices empty in events that carry something else
 * @param usage what the answer has cost so far; empty when that is not told
 * @param error what some providers send instead, in a stream that began well
 */
record OpenAiAnswerJson(
        Optional<String> model, List<ChoiceJson> choices, Optional<Usage> usage, Optional<JsonNode> error) {
    /** Whether it holds something of the answer, be it a thought that is not handed on. */
    boolean isToken() {
        return choices.stream().anyMatch(ChoiceJson::isToken);
    }

    /**
     * One of the answers; one is asked for, and some servers give more.
     *
     * @param index which
     * @param part what it says
     * @param finish why it stopped; empty before its end
     */
    record ChoiceJson(int index, PartJson part, Optional<String> finish) {
        boolean isToken() {
            return part.isToken() || finish.isPresent();
        }
    }

    /**
     * Some words, some calls.
     *
     * @param words empty when there are none
     * @param refusal the words with which the model refuses to answer; empty when there are none
     * @param thought whether it holds something that the model thinks and does not say
     * @param calls pieces of calls
     */
    record PartJson(String words, String refusal, boolean thought, List<CallJson> calls) {
        static final PartJson NOTHING = new PartJson("", "", false, List.of());

        boolean isToken() {
            return !words.isEmpty() || !refusal.isEmpty() || thought || !calls.isEmpty();
        }
    }

    /**
     * A call, or a piece of one.
     *
     * @param index of which call; empty when the server does not say
     * @param id empty when it is not in this piece
     * @param name empty when it is not in this piece
     * @param arguments a part of them, as JSON text
     */
    record CallJson(Optional<Integer> index, String id, String name, String arguments) {}
}
