package dev.guildhall.ports.agent;

import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How an answer of the agent came about.
 *
 * @param assistant the assistant that answered; absent without one
 * @param model the model of the last round, as its provider names it; absent before a model has answered
 * @param usage the tokens of all rounds
 * @param cost what they cost; absent when a model has no price
 * @param reasoning what the models wrote before the answer, apart from it; empty when the providers do not show it
 * @param reasoningTime how long they wrote it
 * @param citations the passages that the text names, in the order of their numbers
 */
public record ReplyDetails(
        Optional<AssistantVersion> assistant,
        Optional<String> model,
        Usage usage,
        Optional<Cost> cost,
        String reasoning,
        Duration reasoningTime,
        List<Citation> citations) {
    /** The details of a message that no agent wrote. */
    public static final ReplyDetails NONE = new ReplyDetails(
            Optional.empty(), Optional.empty(), Usage.NONE, Optional.empty(), "", Duration.ZERO, List.of());

    public ReplyDetails {
        citations = List.copyOf(citations);
    }

    /** The same details with these citations. */
    public ReplyDetails withCitations(List<Citation> all) {
        return new ReplyDetails(assistant, model, usage, cost, reasoning, reasoningTime, all);
    }
}
