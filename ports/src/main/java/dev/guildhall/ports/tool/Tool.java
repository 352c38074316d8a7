package dev.guildhall.ports.tool;

import dev.guildhall.ports.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * One version of one tool.
 *
 * @param id never changes
 * @param definition what it is
 * @param registrant who registered it; absent for tools that are built in or imported
 * @param visibility who sees it
 * @param source where it comes from
 * @param status where it stands in its life
 * @param createdAt when it was registered
 * @param deprecation when it was deprecated, and by whom; absent until then
 */
public record Tool(
        ToolId id,
        ToolDefinition definition,
        Optional<UserId> registrant,
        Visibility visibility,
        ToolSource source,
        ToolStatus status,
        Instant createdAt,
        Optional<Deprecation> deprecation) {
    /**
     * The end of a tool's use.
     *
     * @param at when
     * @param by who wanted it; absent when the integration stopped offering the tool
     */
    public record Deprecation(Instant at, Optional<UserId> by) {}

    /** The same, deprecated. */
    public Tool deprecated(Deprecation deprecation) {
        return with(ToolStatus.DEPRECATED, visibility, Optional.of(deprecation));
    }

    /** The same, in use; what nobody here registered is for everybody then. */
    public Tool activated() {
        return with(ToolStatus.ACTIVE, registrant.isEmpty() ? Visibility.SHARED : visibility, Optional.empty());
    }

    /** The same, waiting for an admin; what nobody here registered is for admins alone until one has let it in. */
    public Tool quarantined() {
        return with(ToolStatus.QUARANTINED, registrant.isEmpty() ? Visibility.PRIVATE : visibility, Optional.empty());
    }

    private Tool with(ToolStatus other, Visibility seen, Optional<Deprecation> end) {
        return new Tool(id, definition, registrant, seen, source, other, createdAt, end);
    }

    /** Whether a user, admins apart, sees it in lists and searches. */
    public boolean isListedFor(UserId user) {
        return status == ToolStatus.ACTIVE && isSharedOrOf(user);
    }

    /** Whether everybody sees it or that user registered it. */
    public boolean isSharedOrOf(UserId user) {
        return visibility == Visibility.SHARED || isOf(user);
    }

    /** Whether that user registered it. */
    public boolean isOf(UserId user) {
        return registrant.filter(user::equals).isPresent();
    }
}
