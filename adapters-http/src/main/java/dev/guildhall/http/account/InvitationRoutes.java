package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.invitation.GroupInvitation;
import dev.guildhall.ports.invitation.Invitation;
import dev.guildhall.ports.invitation.InvitationId;
import dev.guildhall.ports.invitation.Invitations;
import dev.guildhall.ports.invitation.IssuedInvitation;
import dev.guildhall.ports.invitation.NewInvitation;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Invitations to register over HTTP, for admins (accounts-37), and to a group for those who manage it (accounts-49). */
public final class InvitationRoutes {
    private record IssuedJson(String id, String url) {}

    private record InvitationJson(
            String id,
            @Nullable String email,
            List<String> roles,
            List<String> groups,
            String invitedBy,
            String createdAt,
            String expiresAt) {
        static InvitationJson of(Invitation invitation) {
            return new InvitationJson(
                    invitation.id().value(),
                    invitation.email().map(Email::value).orElse(null),
                    invitation.roles().stream().map(Role::wireName).sorted().toList(),
                    invitation.groups().stream()
                            .map(group -> group.id().value())
                            .toList(),
                    invitation.inviter().value(),
                    Json.timestamp(invitation.createdAt()),
                    Json.timestamp(invitation.expiresAt()));
        }
    }

    private record OfGroupJson(String id, @Nullable String email, String role, String createdAt, String expiresAt) {
        static OfGroupJson of(GroupInvitation invitation) {
            return new OfGroupJson(
                    invitation.id().value(),
                    invitation.email().map(Email::value).orElse(null),
                    invitation.role().wireName(),
                    Json.timestamp(invitation.createdAt()),
                    Json.timestamp(invitation.expiresAt()));
        }
    }

    private final Invitations invitations;

    public InvitationRoutes(Invitations invitations) {
        this.invitations = invitations;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/admin/invitations", Access.BEARER, this::list),
                Route.post("/admin/invitations", Access.BEARER, this::invite),
                Route.delete("/admin/invitations/{invitationId}", Access.BEARER, this::revoke),
                Route.get("/groups/{groupId}/invitations", Access.BEARER, this::listOfGroup),
                Route.delete("/groups/{groupId}/invitations/{invitationId}", Access.BEARER, this::revokeOfGroup));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "invitations", invitations.list(exchange.caller(), exchange.page("inv")), InvitationJson::of));
    }

    private void invite(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<Email>> email = body.optional("email", RequestReader.text(Email::new));
        Supplier<List<Role>> roles = body.optional("roles", AdminRoutes.ROLES, List.of());
        Supplier<List<GroupId>> groups = body.optional(
                "groups", RequestReader.list(RequestReader.text(GroupId::new), Invitation.MAX_GROUPS), List.of());
        Supplier<Optional<Instant>> expiresAt = body.optional("expiresAt", RequestReader.text(ApiKeyRoutes::timestamp));
        body.check();
        IssuedInvitation issued = invitations.invite(
                exchange.caller(),
                new NewInvitation(email.get(), Set.copyOf(roles.get()), groups.get(), expiresAt.get()));
        exchange.secretJson(201, new IssuedJson(issued.invitation().id().value(), issued.url()));
    }

    private void revoke(Exchange exchange) {
        invitations.revoke(exchange.caller(), invitationId(exchange));
        exchange.noContent();
    }

    private void listOfGroup(Exchange exchange) {
        Page<GroupInvitation> page = invitations.ofGroup(exchange.caller(), groupId(exchange), exchange.page("inv"));
        exchange.json(200, Json.page("invitations", page, OfGroupJson::of));
    }

    private void revokeOfGroup(Exchange exchange) {
        invitations.revokeOfGroup(exchange.caller(), groupId(exchange), invitationId(exchange));
        exchange.noContent();
    }

    private static GroupId groupId(Exchange exchange) {
        return exchange.pathId("groupId", "group", GroupId::new);
    }

    private static InvitationId invitationId(Exchange exchange) {
        return exchange.pathId("invitationId", "invitation", InvitationId::new);
    }
}
