package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.AssistantAnswer;
import dev.guildhall.ports.agent.AssistantQuestion;
import dev.guildhall.ports.assistant.AssistantSummary;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.knowledge.Citation;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.HiddenCharacters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The assistants of a caller as tools (assistants-8). The registry has no integration of this name. */
final class AssistantTools {
    private static final String PREFIX = "assistant__";
    private static final String PROMPT = "prompt";
    private static final String ABOUT = "dev.guildhall/assistant";

    private final Assistants assistants;
    private final Agents agents;

    AssistantTools(Assistants assistants, Agents agents) {
        this.assistants = assistants;
        this.agents = agents;
    }

    /** By the names that clients use, in the order of their identifiers; none for a key that may not call agents. */
    SequencedMap<String, AssistantSummary> all(Caller.User user, McpView view) {
        SequencedMap<String, AssistantSummary> all = new LinkedHashMap<>();
        if (view.only().isEmpty() && user.mayCall("agent")) {
            assistants.summaries(user).forEach(assistant -> all.put(free(nameOf(assistant), all), assistant));
        }
        return all;
    }

    /** Those behind an identifier. */
    SequencedMap<String, AssistantSummary> behind(Peer peer, String id) {
        SequencedMap<String, AssistantSummary> rest = all(peer.user(), peer.view());
        rest.values().removeIf(assistant -> assistant.id().value().compareTo(id) <= 0);
        return rest;
    }

    /** The definitions of the first ones. */
    static List<Map<String, Object>> forms(Map<String, AssistantSummary> assistants, int most) {
        return assistants.entrySet().stream()
                .limit(most)
                .map(entry -> form(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The identifier of the last of the first ones; empty when there are none. */
    static Optional<String> lastOf(Map<String, AssistantSummary> assistants, int count) {
        return assistants.values().stream()
                .limit(count)
                .reduce((before, last) -> last)
                .map(last -> last.id().value());
    }

    private static String nameOf(AssistantSummary assistant) {
        StringBuilder name = new StringBuilder(PREFIX);
        assistant
                .name()
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .map(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_')
                .forEach(name::appendCodePoint);
        return name.toString();
    }

    private static String free(String name, Map<String, AssistantSummary> taken) {
        String free = name;
        for (int number = 2; taken.containsKey(free); number++) {
            free = name + "_" + number;
        }
        return free;
    }

    static boolean isNamed(String name) {
        return name.startsWith(PREFIX);
    }

    /** The definition of a tool for clients. */
    private static Map<String, Object> form(String name, AssistantSummary assistant) {
        String description = assistant.description().isBlank()
                ? "Asks the assistant \"" + assistant.name() + "\"."
                : assistant.description();
        Map<String, Object> prompt = Map.of("type", "string", "description", "The question or the assignment.");
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("name", name);
        form.put("title", HiddenCharacters.escaped(assistant.name()));
        form.put("description", HiddenCharacters.escaped(description));
        form.put(
                "inputSchema",
                Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of(PROMPT, prompt),
                        "required",
                        List.of(PROMPT),
                        "additionalProperties",
                        false));
        form.put(Params.META, Map.of(ABOUT, Map.of("id", assistant.id().value())));
        return form;
    }

    /**
     * Asks an assistant.
     *
     * @throws RpcRefusal when there is no tool of that name
     */
    Map<String, Object> call(Peer peer, String name, Map<String, Object> arguments) {
        AssistantSummary assistant = Optional.ofNullable(
                        all(peer.user(), peer.view()).get(name))
                .orElseThrow(() -> RpcRefusal.unknownTool(name));
        if (!(arguments.get(PROMPT) instanceof String prompt) || prompt.isBlank()) {
            return CallResults.error("arguments.prompt: is required, and must be a non-empty string", Map.of());
        }
        AssistantQuestion question = new AssistantQuestion(
                assistant.id().value(), List.of(new ChatMessage.User(prompt)), Sampling.DEFAULT, Optional.empty());
        try {
            return result(agents.ask(peer.user(), question, event -> {}));
        } catch (Refusal refused) {
            if (isOfCaller(refused)) {
                throw refused;
            }
            return CallResults.error(refused.problem().message(), Map.of());
        }
    }

    /** Not a fault of the call that a model can react to. */
    private static boolean isOfCaller(Refusal refused) {
        return refused.problem() instanceof CommonProblem.Unauthenticated
                || refused.problem() instanceof CommonProblem.TokenExpired
                || refused.problem() instanceof CommonProblem.Cancelled;
    }

    private static Map<String, Object> result(AssistantAnswer answer) {
        Map<String, Object> about = Map.of(
                "id", answer.assistant().id().value(),
                "version", answer.assistant().version(),
                "toolsUsed", answer.toolsUsed());
        return CallResults.text(answer.text() + sources(answer.citations()), Map.of(ABOUT, about));
    }

    /** What the {@code [n]} of an answer stand for; empty without citations. */
    private static String sources(List<Citation> citations) {
        return citations.stream()
                .map(citation -> "\n[" + citation.number() + "] " + citation.name()
                        + citation.page().map(page -> ", page " + page).orElse(""))
                .collect(Collectors.joining("", citations.isEmpty() ? "" : "\n\nSources:", ""));
    }
}
