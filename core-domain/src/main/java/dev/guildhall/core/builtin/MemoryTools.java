package dev.guildhall.core.builtin;

import dev.guildhall.core.json.JsonSchema;
import dev.guildhall.core.memory.MemorySearch;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code builtin.memory_search}: searches the memories about the caller. */
public final class MemoryTools implements ToolInvoker {
    private static final ToolName SEARCH = new ToolName("builtin.memory_search");
    private static final String QUERY = "query";
    private static final String LIMIT = "limit";
    private static final int MOST_HITS = 50;
    private static final int USUAL_HITS = 10;

    /** As everywhere (general-6): UTC with milliseconds. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final List<ToolSpec> SPECS = specs();

    private final MemorySearch memorySearch;

    public MemoryTools(MemorySearch memorySearch) {
        this.memorySearch = memorySearch;
    }

    @Override
    public List<ToolSpec> tools() {
        return SPECS;
    }

    private static List<ToolSpec> specs() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(
                QUERY,
                JsonSchema.text(
                        MemoryQuery.MOST_CHARACTERS, "What to look for, in the words that the user may have used."));
        properties.put(
                LIMIT,
                JsonSchema.integer(1, MOST_HITS, "How many memories at most; " + USUAL_HITS + " when left out."));
        return List.of(new ToolSpec(
                SEARCH,
                "Finds what is remembered about the user from this and earlier conversations. Use it before asking the"
                        + " user something that they may have said already.",
                JsonSchema.object(properties, List.of(QUERY)),
                ToolSource.IN_PROCESS));
    }

    @Override
    public ToolEffect effect(ToolName tool) {
        return ToolEffect.READ;
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        if (!tool.equals(SEARCH)) {
            return new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool " + tool);
        }
        if (!(arguments.get(QUERY) instanceof String query) || query.isBlank()) {
            return new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "query: must be a text");
        }
        if (query.strip().length() > MemoryQuery.MOST_CHARACTERS) {
            return new ToolOutcome.Failure(
                    FailureKind.INVALID_ARGUMENTS,
                    "query: must have at most " + MemoryQuery.MOST_CHARACTERS + " characters");
        }
        int limit = arguments.get(LIMIT) instanceof Number number ? number.intValue() : USUAL_HITS;
        MemoryQuery asked = new MemoryQuery(query, MemoryFilter.ALL, new Limit(Math.clamp(limit, 1, MOST_HITS)));
        List<Map<String, Object>> hits = memorySearch.search(caller.countsFor(), caller.userId(), asked).stream()
                .map(hit -> dataOf(hit.memory(), hit.score()))
                .toList();
        return new ToolOutcome.Success(Map.of("memories", hits));
    }

    private static Map<String, Object> dataOf(Memory memory, double score) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", memory.id().value());
        data.put("content", memory.content());
        data.put("type", memory.type().wireName());
        data.put("score", score);
        data.put("createdAt", TIME.format(memory.createdAt()));
        return data;
    }
}
