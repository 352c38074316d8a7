package dev.guildhall.core.agent;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.knowledge.CollectionId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A request with what its assistant adds to it.
 *
 * @param request with the settings of the assistant where the client named none
 * @param assistant the one that answers; absent without one
 */
record AssistedRequest(AgentRequest request, Optional<Assistant> assistant) {
    static AssistedRequest of(AgentRequest asked, Optional<Assistant> assistant) {
        AgentRequest assisted = assistant
                .map(known -> asked.with(options(asked.options(), known)))
                .orElse(asked);
        return new AssistedRequest(assisted, assistant);
    }

    private static AgentOptions options(AgentOptions asked, Assistant assistant) {
        AssistantDefinition definition = assistant.definition();
        List<CollectionId> collections = Stream.concat(definition.collections().stream(), asked.collections().stream())
                .distinct()
                .toList();
        return new AgentOptions(
                definition.sampling(asked.sampling()),
                Optional.of(asked.memory().orElse(definition.memory())),
                narrowed(definition.tools(), asked.tools()),
                new Change.Replaced<>(assistant.id()),
                collections,
                asked.asksApproval());
    }

    /** The tools that both allow; absent allows all. */
    static Optional<List<String>> narrowed(Optional<List<String>> first, Optional<List<String>> second) {
        return first.isPresent() && second.isPresent()
                ? Optional.of(List.copyOf(
                        new AllowedTools(first.get()).and(second.get()).entries()))
                : first.or(() -> second);
    }
}
