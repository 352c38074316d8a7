package dev.guildhall.core.tool.connection;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.integration.ImportResult;
import dev.guildhall.ports.integration.IntegrationChange;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.integration.NewIntegration;
import dev.guildhall.ports.integration.StoredIntegration;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import dev.guildhall.ports.tool.Visibility;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Adds, changes and removes integrations while the server runs (tools-27 to tools-29). */
public final class IntegrationEditor {
    /** The names of the parts of this program whose tools are in process, or will be. */
    private static final Set<String> RESERVED = Set.of("builtin", "assistant", "knowledge", "files", "testrun");

    private static final int MOST_PRIVATE = 50;
    private static final int MOST_SHARED = 1_000;
    /** The characters of the API documents of one user. */
    private static final long MOST_DOCUMENTS = 4L * IntegrationDefinition.MAX_DOCUMENT;

    private final InstantSource clock;
    private final Stores stores;
    private final Permissions permissions;
    private final AuditJournal journal;
    private final IntegrationConnector connector;
    private final ToolEndpoints endpoints;
    private final IntegrationDirectory directory;
    private final EndedConnections ended;
    private final Runnable toolsChanged;

    /** @param toolsChanged is told that tools were deprecated */
    public IntegrationEditor(
            InstantSource clock,
            Stores stores,
            Permissions permissions,
            AuditJournal journal,
            IntegrationConnector connector,
            ToolEndpoints endpoints,
            IntegrationDirectory directory,
            EndedConnections ended,
            Runnable toolsChanged) {
        this.clock = clock;
        this.stores = stores;
        this.permissions = permissions;
        this.journal = journal;
        this.connector = connector;
        this.endpoints = endpoints;
        this.directory = directory;
        this.ended = ended;
        this.toolsChanged = toolsChanged;
    }

    /** The endpoint of the new integration. */
    ToolEndpoint add(Caller.User user, NewIntegration wanted) {
        Permissions.requireAllTools(user);
        requireSharing(user, wanted.visibility());
        Integration.Key key = new Integration.Key(
                wanted.visibility() == Visibility.SHARED ? Optional.empty() : Optional.of(user.userId()),
                wanted.name());
        requireFreeName(user, key.name());
        IntegrationDefinition definition = checked(
                new IntegrationDefinition(
                        key,
                        wanted.displayName().orElse(wanted.name().value()),
                        wanted.description().orElse(""),
                        wanted.kind(),
                        wanted.url(),
                        wanted.baseUrl(),
                        wanted.headers(),
                        wanted.clientId(),
                        wanted.clientSecret(),
                        wanted.scopes(),
                        wanted.sampling()),
                wanted.document());
        stores.transactions().run(() -> {
            requireAccount(user);
            List<StoredIntegration> others = stores.integrations().lock(key.owner());
            boolean isTaken = others.stream().anyMatch(other -> other.key().equals(key))
                    || stores.integrations()
                            .find(new Integration.Key(Optional.empty(), key.name()))
                            .isPresent();
            if (isTaken) {
                throw taken(key.name());
            }
            int most = key.owner().isPresent() ? MOST_PRIVATE : MOST_SHARED;
            if (others.size() >= most) {
                throw new Refusal(new ToolProblem.TooManyIntegrations(most));
            }
            stores.integrations()
                    .put(
                            new StoredIntegration(definition, 1, clock.instant(), Optional.empty(), ImportResult.NONE),
                            wanted.document());
            // A manifest that is gone may have declared one of this name.
            stores.integrations().removeLogo(key);
            requireRoom(key.owner());
            note(user, AuditAction.INTEGRATION_CREATED, Optional.empty(), Optional.of(definition));
        });
        directory.changed();
        return found(key);
    }

    private void requireFreeName(Caller.User user, IntegrationName name) {
        if (RESERVED.contains(name.value())
                || endpoints.find(user.userId(), name).isPresent()) {
            throw taken(name);
        }
    }

    private static Refusal taken(IntegrationName name) {
        return new Refusal(new CommonProblem.Conflict("name: " + name + " is the name of another integration"));
    }

    /** The definition as the API document completes it; refuses what no endpoint can be made of. */
    private IntegrationDefinition checked(IntegrationDefinition definition, Optional<String> document) {
        if (definition.kind() == IntegrationKind.MCP && document.isPresent()) {
            throw Refusal.invalid("document", "is only for kind openapi");
        }
        if (definition.kind() == IntegrationKind.OPENAPI && definition.url().isPresent() == document.isPresent()) {
            throw Refusal.invalid("url", "exactly one of url and document is required");
        }
        IntegrationDefinition completed =
                document.map(text -> connector.completed(definition, text)).orElse(definition);
        tried(completed, document);
        return completed;
    }

    private void requireAccount(Caller.User user) {
        if (stores.accounts().lock(user.userId()).isEmpty()) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
    }

    private void requireRoom(Optional<UserId> owner) {
        if (owner.isPresent() && stores.integrations().documents(owner) > MOST_DOCUMENTS) {
            throw Refusal.invalid(
                    "document", "the API documents of one account may have " + MOST_DOCUMENTS + " characters together");
        }
    }

    private ToolEndpoint found(Integration.Key key) {
        return directory.find(key).orElseThrow(IntegrationEditor::noIntegration);
    }

    /** The endpoint of the changed integration. */
    ToolEndpoint change(Caller.User user, ToolEndpoint endpoint, IntegrationChange change) {
        Integration.Key key = changeable(user, endpoint);
        requireVisibility(user, key, change);
        StoredIntegration before = stores.integrations().find(key).orElseThrow(IntegrationEditor::noIntegration);
        IntegrationDefinition wanted = change.applyTo(before.definition());
        Optional<String> document = change.document();
        boolean isOtherSource =
                document.isPresent() || !wanted.url().equals(before.definition().url());
        IntegrationDefinition next = isOtherSource ? checked(wanted, document) : wanted;
        if (!isOtherSource) {
            tried(next, stores.integrations().document(key));
        }
        boolean isOtherTarget = !next.target().equals(before.definition().target());
        if (isOtherTarget) {
            requireSecretsAgain(before.definition(), change);
        }
        List<Connection> revocable = new ArrayList<>();
        stores.transactions().run(() -> {
            if (locked(key).version() != before.version()) {
                throw new Refusal(new CommonProblem.Conflict("the integration has been changed meanwhile"));
            }
            if (isOtherTarget) {
                revocable.addAll(endConnections(key));
                stores.integrations().removeLogo(key);
            }
            StoredIntegration changed = before.next(next);
            stores.integrations().put(isOtherSource || isOtherTarget ? changed.unknown() : changed, document);
            requireRoom(key.owner());
            note(user, AuditAction.INTEGRATION_CHANGED, Optional.of(before.definition()), Optional.of(next));
        });
        directory.changed();
        ended.revoke(endpoint, revocable);
        return found(key);
    }

    private static void requireSharing(Caller.User user, Visibility wanted) {
        if (wanted == Visibility.SHARED && !user.isAdmin()) {
            throw new Refusal(new CommonProblem.Forbidden("visibility: only admins share integrations"));
        }
    }

    private static void requireVisibility(Caller.User user, Integration.Key key, IntegrationChange change) {
        Visibility now = key.owner().isPresent() ? Visibility.PRIVATE : Visibility.SHARED;
        change.visibility().filter(wanted -> wanted != now).ifPresent(wanted -> {
            requireSharing(user, wanted);
            throw Refusal.invalid("visibility", "cannot be changed: add the integration again");
        });
    }

    private static Refusal noIntegration() {
        return new Refusal(new CommonProblem.NotFound("integration"));
    }

    /** Refuses a definition of which no endpoint can be made. */
    private void tried(IntegrationDefinition definition, Optional<String> document) {
        connector
                .connect(
                        definition,
                        1,
                        document,
                        directory.reachesInside(definition.key().owner()))
                .close();
    }

    /** Another target must not receive what was meant for the one before. */
    private static void requireSecretsAgain(IntegrationDefinition before, IntegrationChange change) {
        List<Violation> violations = new ArrayList<>();
        if (!before.headers().isEmpty() && change.headers().isEmpty()) {
            violations.add(new Violation("headers", "are required, since the address is another one than before"));
        }
        if (before.clientSecret().isPresent() && change.clientSecret() instanceof Change.Kept) {
            violations.add(new Violation("clientSecret", "is required, since the address is another one than before"));
        }
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    /**
     * Removes the connections of all users, and their requests to connect.
     *
     * @return those that are to be revoked at the provider
     */
    private List<Connection> endConnections(Integration.Key key) {
        List<UserId> apart =
                key.owner().isPresent() ? List.of() : stores.integrations().owners(key.name());
        stores.consents().removeAll(key, apart);
        return stores.connections().removeAll(key, apart, ended.most());
    }

    void delete(Caller.User user, ToolEndpoint endpoint) {
        Integration.Key key = changeable(user, endpoint);
        List<Connection> revocable = new ArrayList<>();
        stores.transactions().run(() -> {
            StoredIntegration before = locked(key);
            stores.integrations().remove(key);
            revocable.addAll(endConnections(key));
            stores.tools().deprecateAll(key, new Tool.Deprecation(clock.instant(), Optional.empty()));
            note(user, AuditAction.INTEGRATION_DELETED, Optional.of(before.definition()), Optional.empty());
        });
        directory.changed();
        ended.revoke(endpoint, revocable);
        toolsChanged.run();
    }

    private StoredIntegration locked(Integration.Key key) {
        return stores.integrations().lock(key.owner()).stream()
                .filter(stored -> stored.key().equals(key))
                .findFirst()
                .orElseThrow(IntegrationEditor::noIntegration);
    }

    /** The key of an integration that the user may change. */
    Integration.Key changeable(Caller.User user, ToolEndpoint endpoint) {
        requireCharge(user, endpoint.integration());
        if (endpoint.integration().source() != Integration.Source.HTTP) {
            throw new Refusal(new CommonProblem.Conflict(
                    "the program or a manifest declares this integration, and it can be changed only there"));
        }
        return endpoint.integration().key();
    }

    /** Refuses a user who is neither the owner of the integration nor an admin. */
    void requireCharge(Caller.User user, Integration integration) {
        Permissions.requireAllTools(user);
        if (!isInCharge(user, integration)) {
            permissions.requireAdmin(user);
        }
    }

    /** Whether the user may change an integration that the user sees, and approve its tools. */
    static boolean isInCharge(Caller.User user, Integration integration) {
        return integration.owner().isPresent() || user.isAdmin();
    }

    /** How an integration is set up that was added while the server runs. */
    Optional<StoredIntegration> stored(Integration integration) {
        return integration.source() == Integration.Source.HTTP
                ? stores.integrations().find(integration.key())
                : Optional.empty();
    }

    /** How the integrations are set up that a user sees. */
    Map<Integration.Key, StoredIntegration> stored(UserId user) {
        return Stream.concat(
                        stores.integrations().of(Optional.empty()).stream(),
                        stores.integrations().of(Optional.of(user)).stream())
                .collect(Collectors.toMap(StoredIntegration::key, Function.identity()));
    }

    private void note(
            Caller.User user,
            AuditAction action,
            Optional<IntegrationDefinition> before,
            Optional<IntegrationDefinition> after) {
        Map<AuditDetail, String> details = new EnumMap<>(AuditDetail.class);
        before.or(() -> after)
                .ifPresent(known ->
                        details.put(AuditDetail.INTEGRATION, known.key().name().value()));
        before.filter(IntegrationText::isOfAdmin)
                .ifPresent(known -> details.put(AuditDetail.BEFORE, IntegrationText.of(known)));
        after.filter(IntegrationText::isOfAdmin).ifPresent(known -> {
            details.put(AuditDetail.AFTER, IntegrationText.of(known));
            IntegrationText.insideHosts(known).ifPresent(hosts -> details.put(AuditDetail.INSIDE_HOSTS, hosts));
        });
        journal.note(user, action, details);
    }
}
