package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.Group;
import dev.guildhall.ports.group.GroupDescription;
import dev.guildhall.ports.group.GroupDetails;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupMember;
import dev.guildhall.ports.group.GroupName;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.GroupSummary;
import dev.guildhall.ports.group.Groups;
import dev.guildhall.ports.group.NewGroup;
import dev.guildhall.ports.group.NewMember;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Groups and their members over HTTP (accounts-31 to accounts-35, accounts-49). */
public final class GroupRoutes {
    private record GroupJson(
            String id, String name, @Nullable String description, String role, int memberCount, String createdAt) {
        static GroupJson of(GroupSummary summary) {
            Group group = summary.group();
            return new GroupJson(
                    group.id().value(),
                    group.name().value(),
                    group.description().map(GroupDescription::value).orElse(null),
                    summary.role().wireName(),
                    summary.memberCount(),
                    Json.timestamp(group.createdAt()));
        }
    }

    private record MemberJson(String profileId, String displayName, String role, String joinedAt) {
        static MemberJson of(GroupMember member) {
            return new MemberJson(
                    member.membership().profileId().value(),
                    member.displayName().value(),
                    member.membership().role().wireName(),
                    Json.timestamp(member.membership().joinedAt()));
        }
    }

    private record GroupDetailsJson(
            String id,
            String name,
            @Nullable String description,
            @Nullable String role,
            int memberCount,
            @Nullable String accountId,
            @Nullable BudgetJson budget,
            List<String> models,
            String createdAt) {
        static GroupDetailsJson of(GroupDetails details) {
            Group group = details.group();
            return new GroupDetailsJson(
                    group.id().value(),
                    group.name().value(),
                    group.description().map(GroupDescription::value).orElse(null),
                    details.role().map(GroupRole::wireName).orElse(null),
                    details.memberCount(),
                    details.account().map(UserId::value).orElse(null),
                    BudgetJson.of(details.budget(), details.budgetUse()),
                    details.models(),
                    Json.timestamp(group.createdAt()));
        }
    }

    /** An address that was invited, since it has no account. */
    private record InvitedJson(String email, String role) {}

    private static final RequestReader<GroupRole> ROLE = RequestReader.text(GroupRoutes::role);

    private final Groups groups;

    public GroupRoutes(Groups groups) {
        this.groups = groups;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/groups", Access.BEARER, this::list),
                Route.post("/groups", Access.BEARER, this::create),
                Route.get("/groups/{groupId}", Access.BEARER, this::group),
                Route.delete("/groups/{groupId}", Access.BEARER, this::delete),
                Route.get("/groups/{groupId}/members", Access.BEARER, this::members),
                Route.post("/groups/{groupId}/members", Access.BEARER, this::add),
                Route.patch("/groups/{groupId}/members/{profileId}", Access.BEARER, this::changeRole),
                Route.delete("/groups/{groupId}/members/{profileId}", Access.BEARER, this::remove));
    }

    private void list(Exchange exchange) {
        exchange.json(200, Json.page("groups", groups.list(exchange.caller(), exchange.page("grp")), GroupJson::of));
    }

    private void create(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<GroupName> name = body.required("name", RequestReader.text(GroupName::parse));
        Supplier<Optional<GroupDescription>> description =
                body.optional("description", RequestReader.text(GroupDescription::new));
        body.check();
        GroupSummary created = groups.create(exchange.caller(), new NewGroup(name.get(), description.get()));
        exchange.json(201, GroupJson.of(created));
    }

    private void group(Exchange exchange) {
        exchange.json(200, GroupDetailsJson.of(groups.group(exchange.caller(), groupId(exchange))));
    }

    private void delete(Exchange exchange) {
        groups.delete(exchange.caller(), groupId(exchange));
        exchange.noContent();
    }

    private void members(Exchange exchange) {
        GroupId id = groupId(exchange);
        exchange.json(
                200, Json.page("members", groups.members(exchange.caller(), id, exchange.page("mbr")), MemberJson::of));
    }

    private void add(Exchange exchange) {
        GroupId id = groupId(exchange);
        JsonBody body = exchange.body();
        if (body.has("email")) {
            addByEmail(exchange, id, body);
            return;
        }
        Supplier<ProfileId> profileId = body.required("profileId", RequestReader.text(ProfileId::new));
        Supplier<GroupRole> role = body.optional("role", ROLE, GroupRole.MEMBER);
        body.check();
        GroupMember added = groups.add(exchange.caller(), id, new NewMember(profileId.get(), role.get()));
        exchange.json(201, MemberJson.of(added));
    }

    private void addByEmail(Exchange exchange, GroupId id, JsonBody body) {
        Supplier<Email> email = body.required("email", RequestReader.text(Email::new));
        Supplier<GroupRole> role = body.optional("role", ROLE, GroupRole.MEMBER);
        body.check();
        if (body.has("profileId")) {
            throw Refusal.invalid("profileId", "must be absent beside email");
        }
        groups.add(exchange.caller(), id, email.get(), role.get())
                .ifPresentOrElse(
                        added -> exchange.json(201, MemberJson.of(added)),
                        () -> exchange.json(
                                202,
                                new InvitedJson(email.get().value(), role.get().wireName())));
    }

    private void changeRole(Exchange exchange) {
        GroupId id = groupId(exchange);
        ProfileId profileId = member(exchange);
        JsonBody body = exchange.body();
        Supplier<GroupRole> role = body.required("role", ROLE);
        body.check();
        GroupMember changed = groups.changeRole(exchange.caller(), id, new NewMember(profileId, role.get()));
        exchange.json(200, MemberJson.of(changed));
    }

    private void remove(Exchange exchange) {
        groups.remove(exchange.caller(), groupId(exchange), member(exchange));
        exchange.noContent();
    }

    private static GroupId groupId(Exchange exchange) {
        return exchange.pathId("groupId", "group", GroupId::new);
    }

    private static ProfileId member(Exchange exchange) {
        return exchange.pathId("profileId", "member of the group", ProfileId::new);
    }

    private static GroupRole role(String name) {
        return GroupRole.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("role", "must be one of owner, admin, member"));
    }
}
