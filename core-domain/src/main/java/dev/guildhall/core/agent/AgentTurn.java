package dev.guildhall.core.agent;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.Usage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What has been said and done so far in one answer, also when it breaks off. Confined to the answering thread. */
final class AgentTurn {
    private final StringBuilder content = new StringBuilder();
    private final List<ToolUse> uses = new ArrayList<>();
    private final Set<String> callIds = new HashSet<>();
    private final Set<String> ran = new LinkedHashSet<>();
    private final TraceLog trace;
    private final Progress progress;
    private Usage usage = Usage.NONE;

    /** One of which nobody is told before it ends. */
    AgentTurn(TraceLog trace) {
        this(trace, Progress.UNWATCHED);
    }

    AgentTurn(TraceLog trace, Progress progress) {
        this.trace = trace;
        this.progress = progress;
    }

    /** Who is told of calls while they run. */
    Progress progress() {
        return progress;
    }

    /** That these calls are made from now on. */
    void begins(List<ToolUse> calls) {
        progress.begun(calls);
    }

    TraceLog trace() {
        return trace;
    }

    void say(String text) {
        content.append(text);
        progress.said(text);
    }

    void add(List<ToolUse> more) {
        uses.addAll(more);
        progress.settled(more);
    }

    /** That a tool was really called: it exists, and neither the user nor the registry refused the call. */
    void ran(String tool) {
        ran.add(tool);
    }

    void add(Usage more) {
        usage = usage.plus(more);
    }

    /** The calls under identifiers that are unique in this answer: some models leave them out or repeat them. */
    List<ToolCall> withUniqueIds(List<ToolCall> calls) {
        List<ToolCall> unique = new ArrayList<>(calls.size());
        for (ToolCall call : calls) {
            unique.add(new ToolCall(uniqueId(call.id()), call.tool(), call.arguments()));
        }
        return unique;
    }

    private String uniqueId(String given) {
        boolean blank = given.isBlank();
        int number = callIds.size() + 1;
        String id = blank ? "call_" + number : given;
        while (!callIds.add(id)) {
            number++;
            id = (blank ? "call" : given) + "_" + number;
        }
        return id;
    }

    /** What was said; blanks alone are nothing. */
    String content() {
        return content(content);
    }

    /** What these words come to. */
    static String content(StringBuilder words) {
        String said = Text.repaired(words.toString());
        return said.isBlank() ? "" : said;
    }

    List<ToolUse> uses() {
        return List.copyOf(uses);
    }

    Usage usage() {
        return usage;
    }

    /** Names of those that ran, in first-use order, no repeats. */
    List<String> toolsUsed() {
        return List.copyOf(ran);
    }

    boolean isEmpty() {
        return content().isEmpty() && uses.isEmpty();
    }
}
