package dev.guildhall.core.tool.connection;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.ConnectRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentQuestion;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationLogo;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.integration.ImportResult;
import dev.guildhall.ports.integration.IntegrationChange;
import dev.guildhall.ports.integration.IntegrationDetails;
import dev.guildhall.ports.integration.Integrations;
import dev.guildhall.ports.integration.NewIntegration;
import dev.guildhall.ports.integration.StoredIntegration;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.OfferedTool;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolEndpoints;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Integrations and the connections of users to them. Calls of providers happen outside of transactions. */
public final class IntegrationService implements Integrations {
    private final ToolEndpoints endpoints;
    private final ConsentFlow consents;
    private final ConnectionRegistry connectionRegistry;
    private final ToolImports imports;
    private final SignInDemands demands;
    private final IntegrationEditor editor;
    private final ToolStore tools;
    private final IntegrationLogos logos;
    private final Consumer<ToolEndpoint> importer;

    /** The importer asks an integration for its tools; it must not block. */
    public IntegrationService(
            ToolEndpoints endpoints,
            ConsentFlow consents,
            ConnectionRegistry connectionRegistry,
            ToolImports imports,
            SignInDemands demands,
            IntegrationEditor editor,
            ToolStore tools,
            IntegrationLogos logos,
            Consumer<ToolEndpoint> importer) {
        this.editor = editor;
        this.tools = tools;
        this.logos = logos;
        this.importer = importer;
        this.demands = demands;
        this.imports = imports;
        this.endpoints = endpoints;
        this.consents = consents;
        this.connectionRegistry = connectionRegistry;
    }

    @Override
    public List<IntegrationStatus> list(Caller caller) {
        Caller.User user = caller.requireUser();
        demands.load();
        List<ToolEndpoint> all = endpoints.of(user.userId());
        Map<Integration.Key, StoredIntegration> stored =
                all.stream().anyMatch(IntegrationService::isAdded) ? editor.stored(user.userId()) : Map.of();
        return statuses(user, all, integration -> Optional.ofNullable(stored.get(integration.key())));
    }

    private static boolean isAdded(ToolEndpoint endpoint) {
        return endpoint.integration().source() == Integration.Source.HTTP;
    }

    @Override
    public IntegrationStatus find(Caller caller, IntegrationName name) {
        Caller.User user = caller.requireUser();
        return status(user, endpoint(user, name));
    }

    @Override
    public IntegrationDetails details(Caller caller, IntegrationName name) {
        Caller.User user = caller.requireUser();
        ToolEndpoint endpoint = endpoint(user, name);
        Integration integration = endpoint.integration();
        boolean isInCharge = IntegrationEditor.isInCharge(user, integration);
        Optional<StoredIntegration> stored = editor.stored(integration);
        List<OfferedTool> offered = tools.imported(integration.key()).stream()
                .filter(tool ->
                        tool.status() == ToolStatus.ACTIVE || (isInCharge && tool.status() == ToolStatus.QUARANTINED))
                .sorted(Comparator.comparing((Tool tool) -> tool.definition().name())
                        .thenComparing(tool -> tool.id().value()))
                .map(tool -> new OfferedTool(tool, endpoint.effect(tool.definition())))
                .toList();
        return new IntegrationDetails(
                statuses(user, List.of(endpoint), any -> stored).getFirst(),
                offered,
                stored.filter(any -> isInCharge).map(StoredIntegration::definition));
    }

    @Override
    public IntegrationLogo logo(Caller caller, IntegrationName name) {
        Integration integration = endpoint(caller.requireUser(), name).integration();
        return logos.find(integration.key()).orElseThrow(() -> new Refusal(new CommonProblem.NotFound("logo")));
    }

    private IntegrationStatus status(Caller.User user, ToolEndpoint endpoint) {
        return statuses(user, List.of(endpoint), editor::stored).getFirst();
    }

    private List<IntegrationStatus> statuses(
            Caller.User user, List<ToolEndpoint> asked, Function<Integration, Optional<StoredIntegration>> stored) {
        List<Integration> all = asked.stream().map(ToolEndpoint::integration).toList();
        Map<Integration, Connection> connections = connectionRegistry.of(user.userId(), all);
        Map<Optional<UserId>, Set<IntegrationName>> pictured = all.stream()
                .map(Integration::owner)
                .distinct()
                .collect(Collectors.toMap(
                        Function.identity(), owner -> logos.of(owner).keySet()));
        return asked.stream()
                .map(endpoint -> status(
                        endpoint,
                        Optional.ofNullable(connections.get(endpoint.integration())),
                        stored.apply(endpoint.integration()),
                        pictured.getOrDefault(endpoint.integration().owner(), Set.of())))
                .toList();
    }

    /** What was added and has not been asked yet is asked: the node that added it may have ended. */
    private IntegrationStatus status(
            ToolEndpoint endpoint,
            Optional<Connection> connection,
            Optional<StoredIntegration> stored,
            Set<IntegrationName> pictured) {
        Integration integration = endpoint.integration();
        Optional<ImportResult> last = stored.map(StoredIntegration::result).or(() -> imports.of(integration.name()));
        boolean isAsked = last.filter(result -> result.checkedAt().isPresent() || stored.isEmpty())
                .isPresent();
        if (stored.isPresent() && !isAsked && integration.isUsable()) {
            importer.accept(endpoint);
        }
        Optional<String> failed =
                connection.flatMap(own -> imports.failure(own.key())).or(() -> last.flatMap(ImportResult::error));
        IntegrationStatus.State state;
        if (integration.lacksClient()) {
            state = IntegrationStatus.State.NOT_CONFIGURED;
        } else if (integration.fault().isPresent() || failed.isPresent()) {
            state = IntegrationStatus.State.FAILED;
        } else {
            state = isAsked ? IntegrationStatus.State.READY : IntegrationStatus.State.CONNECTING;
        }
        return new IntegrationStatus(
                integration,
                connection,
                state,
                integration.fault().or(() -> failed),
                last.map(ImportResult::tools).orElse(0),
                last.flatMap(ImportResult::checkedAt),
                stored.map(StoredIntegration::result).map(ImportResult::leftOut).orElseGet(endpoint::leftOut),
                pictured.contains(integration.name()));
    }

    @Override
    public IntegrationStatus add(Caller caller, NewIntegration wanted) {
        Caller.User user = caller.requireUser();
        return status(user, editor.add(user, wanted));
    }

    @Override
    public IntegrationStatus change(Caller caller, IntegrationName name, IntegrationChange change) {
        Caller.User user = caller.requireUser();
        return status(user, editor.change(user, endpoint(user, name), change));
    }

    @Override
    public void checkChange(Caller caller, IntegrationName name) {
        Caller.User user = caller.requireUser();
        editor.changeable(user, endpoint(user, name));
    }

    @Override
    public void delete(Caller caller, IntegrationName name) {
        Caller.User user = caller.requireUser();
        editor.delete(user, endpoint(user, name));
    }

    @Override
    public IntegrationStatus refresh(Caller caller, IntegrationName name) {
        Caller.User user = caller.requireUser();
        ToolEndpoint endpoint = endpoint(user, name);
        editor.requireCharge(user, endpoint.integration());
        logos.want(endpoint.integration().key());
        importer.accept(endpoint);
        return status(user, endpoint);
    }

    @Override
    public BegunConnection connect(Caller caller, ConnectRequest request) {
        Caller.User user = caller.requireUser();
        ToolEndpoint endpoint = configured(user, request.integration());
        Permissions.requireAllTools(user);
        Integration integration = endpoint.integration();
        return switch (integration.auth()) {
            case AuthScheme.None ignored -> new BegunConnection.Connected();
            case AuthScheme.ApiKey(List<Scope> scopes) -> {
                Credential.ApiKey key = requireKey(request);
                if (!connectionRegistry.connect(new Connection.Key(user.userId(), integration.name()), key, scopes)) {
                    throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
                }
                yield new BegunConnection.Connected();
            }
            case AuthScheme.OAuth2 ignored ->
                consents.begin(user.userId(), integration, endpoint.consent().orElseThrow(), request);
        };
    }

    @Override
    public void check(Caller caller, IntegrationName name) {
        if (caller instanceof Caller.User user) {
            configured(user, name);
        } else {
            requireUsable(endpoints
                    .find(name)
                    .map(ToolEndpoint::integration)
                    .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("integration"))));
        }
    }

    private static void requireUsable(Integration integration) {
        if (!integration.isUsable()) {
            throw new Refusal(
                    new ToolProblem.IntegrationNotConfigured(integration.name().value()));
        }
    }

    private ToolEndpoint configured(Caller.User user, IntegrationName name) {
        ToolEndpoint endpoint = endpoint(user, name);
        requireUsable(endpoint.integration());
        return endpoint;
    }

    private static Credential.ApiKey requireKey(ConnectRequest request) {
        Credential.ApiKey key = request.apiKey().orElseThrow(() -> Refusal.invalid("apiKey", "is required"));
        boolean visible = key.value().chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (key.value().isEmpty() || key.value().length() > ConnectRequest.MAX_KEY || !visible) {
            throw Refusal.invalid("apiKey", "must be 1 to " + ConnectRequest.MAX_KEY + " visible ASCII characters");
        }
        return key;
    }

    /** The user who began to connect may see another integration of that name than the caller. */
    @Override
    public Optional<ConsentQuestion> question(Caller caller, ConsentResponse answer) {
        return known(
                caller,
                answer.integration(),
                () -> consents.question(
                        caller,
                        answer,
                        user -> endpoint(user, answer.integration())
                                .integration()
                                .displayName()));
    }

    @Override
    public URI answered(Caller caller, ConsentResponse answer) {
        return known(
                caller,
                answer.integration(),
                () -> consents.answered(
                        answer,
                        user -> endpoints.find(user, answer.integration()).flatMap(ToolEndpoint::consent)));
    }

    /** Without a state that is known, the integration has to be one that the caller sees. */
    private <T> T known(Caller caller, IntegrationName name, Supplier<T> work) {
        try {
            return work.get();
        } catch (Refusal refusal) {
            boolean isSeen = caller instanceof Caller.User user
                    ? endpoints.find(user.userId(), name).isPresent()
                    : endpoints.find(name).isPresent();
            if (refusal.problem() instanceof ToolProblem.ConsentStateNotValid && !isSeen) {
                throw new Refusal(new CommonProblem.NotFound("integration"));
            }
            throw refusal;
        }
    }

    @Override
    public void disconnect(Caller caller, IntegrationName name) {
        Caller.User user = caller.requireUser();
        ToolEndpoint endpoint = endpoint(user, name);
        Permissions.requireAllTools(user);
        connectionRegistry
                .remove(new Connection.Key(user.userId(), name))
                .ifPresent(ended -> Revocations.attempt(endpoint, ended));
    }

    private ToolEndpoint endpoint(Caller.User user, IntegrationName name) {
        return endpoint(user.userId(), name);
    }

    private ToolEndpoint endpoint(UserId user, IntegrationName name) {
        demands.load();
        return endpoints.find(user, name).orElseThrow(() -> new Refusal(new CommonProblem.NotFound("integration")));
    }
}
