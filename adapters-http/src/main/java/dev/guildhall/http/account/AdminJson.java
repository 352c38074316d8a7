package dev.guildhall.http.account;

import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.admin.ManagedUser;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.task.NodeDetails;
import dev.guildhall.ports.usage.AllUsage;
import dev.guildhall.ports.usage.UsageCount;
import dev.guildhall.ports.usage.UsageRow;
import dev.guildhall.wire.json.Json;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class AdminJson {
    private AdminJson() {}

    record UserJson(
            String id,
            @Nullable String email,
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
                    account.email().map(Email::value).orElse(null),
                    user.overview().displayName().value(),
                    user.roles().stream().map(Role::wireName).toList(),
                    account.rights().disabled(),
                    BudgetJson.of(account.rights().budget(), user.budget()),
                    Json.timestamp(account.createdAt()),
                    user.overview().lastSeenAt().map(Json::timestamp).orElse(null));
        }
    }

    record UsersJson(List<UserJson> users, @Nullable String nextCursor) {
        static UsersJson of(Page<ManagedUser> page) {
            return new UsersJson(page.items().stream().map(UserJson::of).toList(), next(page));
        }
    }

    record EntryJson(
            String id,
            @Nullable String userId,
            @Nullable String email,
            String action,
            Map<String, String> details,
            String createdAt) {
        static EntryJson of(AuditEntry entry, Map<UserId, Email> emails) {
            return new EntryJson(
                    entry.id().value(),
                    entry.userId().map(UserId::value).orElse(null),
                    emailOf(entry.userId(), emails),
                    entry.action().wireName(),
                    AuditRoutes.detailsOf(entry),
                    Json.timestamp(entry.at()));
        }
    }

    record AuditJson(List<EntryJson> entries, @Nullable String nextCursor) {
        static AuditJson of(Page<AuditEntry> page, Map<UserId, Email> emails) {
            return new AuditJson(
                    page.items().stream()
                            .map(entry -> EntryJson.of(entry, emails))
                            .toList(),
                    next(page));
        }
    }

    record UsageJson(List<Map<String, @Nullable Object>> usage, String currency) {
        static UsageJson of(AllUsage all, Map<UserId, Email> emails) {
            return new UsageJson(
                    all.rows().stream().map(row -> rowOf(row, emails)).toList(),
                    all.currency().getCurrencyCode());
        }

        /** Only the fields of the grouping are present. */
        private static Map<String, @Nullable Object> rowOf(UsageRow row, Map<UserId, Email> emails) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            row.userId().ifPresent(user -> {
                fields.put("userId", user.value());
                fields.put("email", emailOf(row.userId(), emails));
            });
            row.groupId().ifPresent(group -> fields.put("groupId", group.value()));
            row.keyId().ifPresent(key -> fields.put("keyId", key.value()));
            row.model().ifPresent(model -> fields.put("model", model));
            row.day().ifPresent(day -> fields.put("date", day.toString()));
            UsageCount count = row.count();
            fields.put("promptTokens", count.promptTokens());
            fields.put("completionTokens", count.completionTokens());
            fields.put("requests", count.requests());
            fields.put("cost", Json.amount(count.cost()));
            return fields;
        }
    }

    private static @Nullable String emailOf(Optional<UserId> user, Map<UserId, Email> emails) {
        return user.map(emails::get).map(Email::value).orElse(null);
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
