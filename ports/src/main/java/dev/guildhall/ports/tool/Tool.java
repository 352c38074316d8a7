package dev.guildhall.ports.tool;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One version of one tool.
 *
 * @param id never changes
 * @param definition its definition
 * @param registrant the user who registered it, or whose private integration offers it; absent for tools that are built in
 *     or of a shared integration
 * @param isImported whether an integration offers it; true for all without a registrant
 * @param visibility who sees it
 * @param source where it comes from
 * @param status its status
 * @param createdAt when it was registered
 * @param deprecation when and by whom it was deprecated; absent before that
 */
public record Tool(
        ToolId id,
        ToolDefinition definition,
        Optional<UserId> registrant,
        boolean isImported,
        Visibility visibility,
        ToolSource source,
        ToolStatus status,
        Instant createdAt,
        Optional<Deprecation> deprecation) {
    /**
     * The deprecation of a tool.
     *
     * @param at when
     * @param by the user who deprecated it; absent when the integration stopped offering the tool
     */
    public record Deprecation(Instant at, Optional<UserId> by) {}

    /** The same tool, deprecated. */
    public Tool deprecated(Deprecation deprecation) {
        return with(ToolStatus.DEPRECATED, visibility, Optional.of(deprecation));
    }

    /** The same tool, active; a tool without a registrant becomes shared. */
    public Tool activated() {
        return with(ToolStatus.ACTIVE, registrant.isEmpty() ? Visibility.SHARED : visibility, Optional.empty());
    }

    /**
     * The same tool, quarantined until an admin approves it; a tool without a registrant becomes private, so that only
     * admins see it.
     */
    public Tool quarantined() {
        return with(ToolStatus.QUARANTINED, registrant.isEmpty() ? Visibility.PRIVATE : visibility, Optional.empty());
    }

    /** The same tool with what its server says of it now. */
    public Tool declared(Map<String, Object> declared) {
        return new Tool(
                id,
                definition.withDeclared(declared),
                registrant,
                isImported,
                visibility,
                source,
                status,
                createdAt,
                deprecation);
    }

    private Tool with(ToolStatus other, Visibility seen, Optional<Deprecation> end) {
        return new Tool(id, definition, registrant, isImported, seen, source, other, createdAt, end);
    }

    /** Whether a user who is no admin sees it in lists and searches. */
    public boolean isListedFor(UserId user) {
        return status == ToolStatus.ACTIVE && isSharedOrOf(user);
    }

    /** Whether it is shared or that user registered it. */
    public boolean isSharedOrOf(UserId user) {
        return visibility == Visibility.SHARED || isOf(user);
    }

    /** Whether that user registered it. */
    public boolean isOf(UserId user) {
        return registrant.filter(user::equals).isPresent();
    }
}
