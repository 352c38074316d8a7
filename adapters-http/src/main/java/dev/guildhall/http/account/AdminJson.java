package dev.guildhall.http.account;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.admin.ManagedUser;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.NodeDetails;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON records of administration. */
final class AdminJson {
    private AdminJson() {}

    record UserJson(
            String id,
            String email,
            String displayName,
            List<String> roles,
            boolean disabled,
            @Nullable BudgetJson budget,
            String createdAt,
            @Nullable String lastSeenAt) {
        static UserJson of(ManagedUser user) {
            Account account = user.overview().account();
            return new UserJson(
                    account.id().value(),
                    account.email().value(),
                    user.overview().displayName().value(),
                    user.roles().stream().map(Role::wireName).toList(),
                    account.rights().disabled(),
                    BudgetJson.of(account.rights().budget()),
                    Json.timestamp(account.createdAt()),
                    user.overview().lastSeenAt().map(Json::timestamp).orElse(null));
        }
    }

    record UsersJson(List<UserJson> users, @Nullable String nextCursor) {
        static UsersJson of(Page<ManagedUser> page) {
            return new UsersJson(page.items().stream().map(UserJson::of).toList(), next(page));
        }
    }

    record EntryJson(String id, @Nullable String userId, String action, Map<String, String> details, String createdAt) {
        static EntryJson of(AuditEntry entry) {
            return new EntryJson(
                    entry.id().value(),
                    entry.userId().map(UserId::value).orElse(null),
                    entry.action().wireName(),
                    AuditRoutes.detailsOf(entry),
                    Json.timestamp(entry.at()));
        }
    }

    record AuditJson(List<EntryJson> entries, @Nullable String nextCursor) {
        static AuditJson of(Page<AuditEntry> page) {
            return new AuditJson(page.items().stream().map(EntryJson::of).toList(), next(page));
        }
    }

    record NodeJson(
            String id,
            @Nullable String startedAt,
            String lastHeartbeatAt,
            @Nullable String version,
            @Nullable List<String> services,
            int tasksRunning) {
        static NodeJson of(NodeDetails node) {
            Optional<NodeDescription> description = node.description();
            return new NodeJson(
                    node.id().value(),
                    description.map(known -> Json.timestamp(known.startedAt())).orElse(null),
                    Json.timestamp(node.heardAt()),
                    description.map(NodeDescription::version).orElse(null),
                    description.map(NodeDescription::services).orElse(null),
                    node.tasksRunning());
        }
    }

    record NodesJson(List<NodeJson> nodes) {
        static NodesJson of(List<NodeDetails> nodes) {
            return new NodesJson(nodes.stream()
                    .map(NodeJson::of)
                    .sorted(Comparator.comparing(NodeJson::id).reversed())
                    .toList());
        }
    }

    private static @Nullable String next(Page<?> page) {
        return page.next().map(Cursor::encode).orElse(null);
    }
}
