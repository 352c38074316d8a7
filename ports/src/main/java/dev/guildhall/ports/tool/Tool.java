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
 * @param deprecatedAt when it was deprecated; absent until then
 */
public record Tool(
        ToolId id,
        ToolDefinition definition,
        Optional<UserId> registrant,
        Visibility visibility,
        ToolSource source,
        ToolStatus status,
        Instant createdAt,
        Optional<Instant> deprecatedAt) {
    /** The same, deprecated at a time. */
    public Tool deprecated(Instant at) {
        return new Tool(
                id, definition, registrant, visibility, source, ToolStatus.DEPRECATED, createdAt, Optional.of(at));
    }

    /** The same, in use. */
    public Tool activated() {
        return new Tool(id, definition, registrant, visibility, source, ToolStatus.ACTIVE, createdAt, Optional.empty());
    }

    /** Whether a user, admins apart, sees it in lists and searches. */
    public boolean isListedFor(UserId user) {
        return status == ToolStatus.ACTIVE && (visibility == Visibility.SHARED || isOf(user));
    }

    /** Whether that user registered it. */
    public boolean isOf(UserId user) {
        return registrant.filter(user::equals).isPresent();
    }
}
