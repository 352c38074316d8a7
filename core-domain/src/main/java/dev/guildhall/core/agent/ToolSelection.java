package dev.guildhall.core.agent;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.knowledge.KnowledgeTool;
import dev.guildhall.core.tool.CallerTools;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Selects the tools that a model receives. All where they are few; when there are many, they would fill the context and
 * the model would choose worse: it receives those that the request or the question names, that the chat has used, that
 * are built in, and that match the latest question best.
 */
public final class ToolSelection {
    private static final Pattern WORD = Pattern.compile("[a-z0-9_.-]++");

    private final CallerTools registered;
    private final AgentLimits limits;

    public ToolSelection(CallerTools registered, AgentLimits limits) {
        this.registered = registered;
        this.limits = limits;
    }

    /**
     * The offer, in the order of names: providers can cache the part of a request that stays the same.
     *
     * @param preferred names that the offer has in any case, if they are enabled
     */
    ToolOffer of(Caller.User caller, Toolset tools, Collection<String> preferred, List<ChatEntry> latest) {
        Set<String> enabled = tools.enabled();
        Collection<String> chosen =
                enabled.size() <= limits.loop().toolsOffered() ? enabled : chosen(caller, tools, preferred, latest);
        return new ToolOffer(
                tools,
                chosen.stream()
                        .flatMap(name -> tools.find(name).stream())
                        .map(UsableTool::spec)
                        .toList());
    }

    private Set<String> chosen(
            Caller.User caller, Toolset tools, Collection<String> preferred, List<ChatEntry> latest) {
        Set<String> enabled = tools.enabled();
        Set<String> chosen = new LinkedHashSet<>(preferred);
        chosen.add(KnowledgeTool.SEARCH.value());
        chosen.retainAll(enabled);
        Set<String> others = new LinkedHashSet<>();
        others.addAll(named(latest));
        others.addAll(used(latest));
        others.addAll(builtIn(tools));
        others.addAll(relevant(caller, latest));
        others.addAll(enabled);
        others.retainAll(enabled);
        others.removeAll(chosen);
        others.stream()
                .limit(Math.max(0, limits.loop().toolsOffered() - chosen.size()))
                .forEach(chosen::add);
        return new TreeSet<>(chosen);
    }

    /** The words of the last question that may be names of tools; a line that attaches a file contains the name of the tool that reads it. */
    private static List<String> named(List<ChatEntry> latest) {
        return latest.reversed().stream()
                .filter(entry -> entry.speaker() == Speaker.USER)
                .limit(1)
                .flatMap(entry -> WORD.matcher(entry.content()).results())
                .map(MatchResult::group)
                .filter(ToolName::isWellFormed)
                .distinct()
                .toList();
    }

    /** The latest ones first, at most half of the offer, so that tools for the question have room. */
    private List<String> used(List<ChatEntry> latest) {
        return latest.reversed().stream()
                .flatMap(entry -> entry.toolUses().reversed().stream())
                .map(ToolUse::tool)
                .distinct()
                .limit(limits.loop().toolsOffered() / 2)
                .toList();
    }

    /** They are of general use, so no question names them. */
    private List<String> builtIn(Toolset tools) {
        return tools.byName().entrySet().stream()
                .filter(entry -> entry.getValue().source() == ToolSource.IN_PROCESS)
                .map(Map.Entry::getKey)
                .limit(limits.loop().toolsOffered() / 4)
                .toList();
    }

    private List<String> relevant(Caller.User caller, List<ChatEntry> latest) {
        return question(latest)
                .map(text -> registered.relevant(caller, new SearchQuery(text, SearchQuery.MAX_LIMIT)).stream()
                        .map(ToolName::value)
                        .toList())
                .orElse(List.of());
    }

    private static Optional<String> question(List<ChatEntry> latest) {
        return latest.reversed().stream()
                .filter(entry -> entry.speaker() == Speaker.USER)
                .findFirst()
                .map(entry -> cut(entry.content().strip()))
                .filter(text -> !text.isBlank());
    }

    private static String cut(String text) {
        return text.length() <= SearchQuery.MAX_TEXT
                ? text
                : Text.repaired(text.substring(0, SearchQuery.MAX_TEXT - 1)).strip();
    }
}
