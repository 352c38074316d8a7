package dev.guildhall.core.knowledge;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The passages that an answer uses: those of its searches that {@code [n]} in its text names (knowledge-8). */
public final class Citations {
    private static final Pattern NAMED = Pattern.compile("\\[(\\d{1,6}(?:\\s*,\\s*\\d{1,6})*+)\\]");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    private static final int QUOTE = 300;

    private Citations() {}

    /** The answer with its citations. */
    public static ChatEntry cited(ChatEntry answer) {
        Map<Integer, Citation> numbered = numbered(answer.toolUses());
        if (numbered.isEmpty()) {
            return answer;
        }
        TreeSet<Integer> named = new TreeSet<>();
        NAMED.matcher(answer.content())
                .results()
                .flatMap(found -> COMMA.splitAsStream(found.group(1)))
                .map(Integer::valueOf)
                .forEach(named::add);
        named.retainAll(numbered.keySet());
        List<Citation> citations = named.stream()
                .map(number -> Objects.requireNonNull(numbered.get(number)))
                .toList();
        return answer.withDetails(answer.details().withCitations(citations));
    }

    /** Citations as they stand in the output of a task. */
    public static List<Map<String, Object>> data(List<Citation> citations) {
        return citations.stream().map(Citations::data).toList();
    }

    private static Map<String, Object> data(Citation citation) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(KnowledgeTool.NUMBER, citation.number());
        data.put(KnowledgeTool.DOCUMENT, citation.document().value());
        data.put(KnowledgeTool.NAME, citation.name());
        citation.page().ifPresent(page -> data.put(KnowledgeTool.PAGE, page));
        data.put("quote", citation.quote());
        citation.passage().ifPresent(number -> data.put(KnowledgeTool.PASSAGE, number));
        return data;
    }

    /** The passages of all searches by their numbers. */
    static Map<Integer, Citation> numbered(List<ToolUse> uses) {
        Map<Integer, Citation> numbered = new TreeMap<>();
        for (ToolUse use : uses) {
            if (use.tool().equals(KnowledgeTool.SEARCH.value())
                    && use.outcome() instanceof ToolOutcome.Success(Object data)
                    && data instanceof Map<?, ?> result
                    && result.get(KnowledgeTool.PASSAGES) instanceof List<?> passages) {
                passages.forEach(
                        passage -> citation(passage).ifPresent(citation -> numbered.put(citation.number(), citation)));
            }
        }
        return numbered;
    }

    private static Optional<Citation> citation(Object data) {
        if (!(data instanceof Map<?, ?> passage)
                || !(passage.get(KnowledgeTool.NUMBER) instanceof Number number)
                || !(passage.get(KnowledgeTool.DOCUMENT) instanceof String document)) {
            return Optional.empty();
        }
        String text = String.valueOf(passage.get(KnowledgeTool.TEXT));
        return Optional.of(new Citation(
                number.intValue(),
                new DocumentId(document),
                String.valueOf(passage.get(KnowledgeTool.NAME)),
                number(passage.get(KnowledgeTool.PAGE)),
                Text.beginning(text, QUOTE),
                number(passage.get(KnowledgeTool.PASSAGE))));
    }

    private static Optional<Integer> number(@Nullable Object value) {
        return value instanceof Number known ? Optional.of(known.intValue()) : Optional.empty();
    }
}
