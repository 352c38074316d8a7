package dev.guildhall.core.search;

import dev.guildhall.ports.tool.LearntQuery;
import dev.guildhall.ports.tool.ToolName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one user's earlier queries say about tools, taken apart once for many searches. Immutable and thread-safe.
 */
public final class Learnt {
    /** The most queries of one tool that count: the first ones given. */
    public static final int MOST_OF_TOOL = 30;

    /** The most queries in all that count. */
    public static final int MOST = 5_000;

    private static final int TENTHS = 5;
    private static final Learnt NOTHING = new Learnt(Map.of());

    private final Map<ToolName, TermCounts> byTool;

    private Learnt(Map<ToolName, TermCounts> byTool) {
        this.byTool = byTool;
    }

    /** Nothing is known. */
    public static Learnt nothing() {
        return NOTHING;
    }

    /** What these say, all of one user; where there are too many, the first ones. */
    public static Learnt of(List<LearntQuery> queries) {
        Analyzer analyzer = Analyzer.english();
        Map<ToolName, List<Field>> fields = new HashMap<>();
        for (LearntQuery query : queries.subList(0, Math.min(MOST, queries.size()))) {
            List<Field> ofTool = fields.computeIfAbsent(query.toolName(), any -> new ArrayList<>());
            if (ofTool.size() < MOST_OF_TOOL) {
                ofTool.add(new Field(query.query(), TENTHS));
            }
        }
        Map<ToolName, TermCounts> byTool = new HashMap<>();
        fields.forEach((name, ofTool) -> byTool.put(name, TermCounts.of(ofTool, analyzer)));
        return new Learnt(Map.copyOf(byTool));
    }

    Map<ToolName, TermCounts> byTool() {
        return byTool;
    }
}
