package dev.guildhall.ports.agent;

import dev.guildhall.ports.AssistantVersion;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.usage.Usage;
import java.util.List;

/**
 * The answer of an assistant outside of a chat.
 *
 * @param assistant the version that answered
 * @param text the words
 * @param toolsUsed names of the tools that ran, in the order of first use, without repeats
 * @param usage the sum over all rounds
 * @param notices what the models did not receive, one sentence each
 * @param citations the passages that the text names (knowledge-8), in the order of their numbers
 */
public record AssistantAnswer(
        AssistantVersion assistant,
        String text,
        List<String> toolsUsed,
        Usage usage,
        List<String> notices,
        List<Citation> citations) {
    public AssistantAnswer {
        toolsUsed = List.copyOf(toolsUsed);
        notices = List.copyOf(notices);
        citations = List.copyOf(citations);
    }
}
