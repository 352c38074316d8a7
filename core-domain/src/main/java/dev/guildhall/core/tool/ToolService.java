package dev.guildhall.core.tool;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.tool.ranking.ToolIndex;
import dev.guildhall.core.tool.ranking.ToolText;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDetails;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolPage;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.Tools;
import dev.guildhall.ports.tool.Visibility;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Stream;

public final class ToolService implements Tools {
    /** The tools of one account may need one part of so many of the memory for those of all. */
    private static final int PARTS_OF_ALL = 2;

    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final Permissions permissions;
    private final CompositeEndpoints endpoints;
    private final SchemaValidator validator;
    private final ToolVisibility toolVisibility;
    private final ToolFinder finder;
    private final CallerTools callerTools;
    private final RecentSearches searches;
    private final ToolLimits limits;
    private final AuditJournal journal;

    ToolService(
            ToolParts parts,
            ToolVisibility toolVisibility,
            ToolFinder finder,
            CallerTools callerTools,
            RecentSearches searches) {
        this.clock = parts.clock();
        this.ids = parts.ids();
        this.stores = parts.stores();
        this.permissions = parts.permissions();
        this.endpoints = parts.endpoints();
        this.validator = parts.validator();
        this.limits = parts.limits();
        this.journal = parts.journal();
        this.toolVisibility = toolVisibility;
        this.finder = finder;
        this.callerTools = callerTools;
        this.searches = searches;
    }

    @Override
    public Tool register(Caller caller, NewTool wanted) {
        Caller.User user = caller.requireUser();
        Visibility visibility = visibility(user, wanted);
        Tool fresh = new Tool(
                new ToolId(ids.next("tool")),
                wanted.definition(),
                Optional.of(user.userId()),
                false,
                visibility,
                ToolSource.REGISTRY,
                ToolStatus.ACTIVE,
                clock.instant(),
                Optional.empty());
        long registeredBytes = finder.registeredBytes();
        Tool kept = stores.transactions().inTransaction(() -> keep(user, fresh, registeredBytes));
        if (kept.id().equals(fresh.id())) {
            finder.added(kept);
        } else {
            finder.changed();
        }
        return kept;
    }

    /**
     * Runs under the locks of the accounts for which the tool counts and which has it, so that these exist until the
     * tool is stored, and concurrent calls do not exceed the limit.
     */
    private Tool keep(Caller.User user, Tool fresh, long registeredBytes) {
        UserId countsFor = user.countsFor();
        if (!countsFor.equals(user.userId())) {
            stores.accounts().lock(countsFor);
        }
        if (stores.accounts().lock(user.userId()).isEmpty()) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        ToolDefinition definition = fresh.definition();
        Tool kept = stores.tools().add(fresh, user.countsForInsteadOf(user.userId()));
        if (!JsonDigest.of(kept.definition()).equals(JsonDigest.of(definition))) {
            throw new Refusal(new ToolProblem.VersionTaken(
                    definition.name().value(), definition.version().value()));
        }
        boolean isNew = kept.id().equals(fresh.id());
        if (isNew) {
            requireRoom(countsFor);
        }
        if (isNew || kept.status() == ToolStatus.DEPRECATED) {
            requireRoom(registeredBytes + ToolIndex.bytes(1, ToolText.bytes(definition)));
        }
        return isNew ? kept : inUse(kept);
    }

    private void requireRoom(UserId countsFor) {
        int count = stores.tools().countOf(countsFor);
        if (count > limits.toolsOfUser()) {
            throw new Refusal(new ToolProblem.TooManyTools(limits.toolsOfUser()));
        }
        long bytes = stores.tools().bytesOf(countsFor);
        if (bytes > limits.toolBytesOfUser()) {
            throw new Refusal(new ToolProblem.ToolsTooLarge(limits.toolBytesOfUser()));
        }
        requireRoom(ToolIndex.bytes(count, bytes) * PARTS_OF_ALL);
    }

    private void requireRoom(long registeredBytes) {
        if (registeredBytes > limits.registeredBytes()) {
            throw new Refusal(new ToolProblem.ToolMemoryFull(limits.registeredBytes()));
        }
    }

    /** A user who registers a deprecated version again activates it. */
    private Tool inUse(Tool kept) {
        if (kept.status() != ToolStatus.DEPRECATED) {
            return kept;
        }
        Tool back = kept.activated();
        stores.tools().changeStatus(back);
        return back;
    }

    private static Visibility visibility(Caller.User user, NewTool wanted) {
        Visibility visibility = wanted.visibility().orElse(user.isAdmin() ? Visibility.SHARED : Visibility.PRIVATE);
        if (visibility == Visibility.SHARED && !user.isAdmin()) {
            throw new Refusal(new CommonProblem.Forbidden("visibility: only admins share tools"));
        }
        return visibility;
    }

    @Override
    public ToolPage list(Caller caller, ToolFilter filter, PageRequest page) {
        Caller.User user = caller.requireUser();
        if (filter.status() == ToolStatus.QUARANTINED) {
            permissions.requireAdmin(user);
        }
        Optional<UserId> viewer = user.isAdmin() ? Optional.empty() : Optional.of(user.userId());
        return stores.tools().list(filter.allowed(user.allowedTools()), viewer, endpoints.usable(user.userId()), page);
    }

    @Override
    public ToolDetails find(Caller caller, ToolId id) {
        Caller.User user = caller.requireUser();
        Tool tool = toolVisibility.seen(user, id);
        Permissions.requireTool(user, tool.definition().name().value());
        return details(user, tool);
    }

    private ToolDetails details(Caller.User user, Tool tool) {
        List<Violation> simplified =
                validator.simplified(tool.definition().parameters().inputSchema());
        return new ToolDetails(
                tool,
                callerTools.effect(user.userId(), tool),
                Stream.concat(HiddenText.warnings(tool).stream(), simplified.stream())
                        .toList());
    }

    @Override
    public List<SearchHit> search(Caller caller, SearchQuery query) {
        Caller.User user = caller.requireUser();
        List<SearchHit> hits = finder.find(user, query);
        searches.note(
                user.userId(),
                finder.understood(query),
                hits.stream().map(hit -> hit.tool().definition().name()).toList());
        return hits;
    }

    @Override
    public NavigableMap<ToolName, Tool> byName(Caller caller) {
        Caller.User user = caller.requireUser();
        return callerTools.permitted(user);
    }

    @Override
    public Optional<Tool> named(Caller caller, ToolName name) {
        Caller.User user = caller.requireUser();
        return callerTools.permitted(user, name);
    }

    @Override
    public void deprecate(Caller caller, ToolId id) {
        Caller.User user = caller.requireUser();
        stores.transactions().run(() -> {
            Tool tool = toolVisibility.seen(user, id);
            if (!tool.isOf(user.userId()) && !user.isAdmin()) {
                throw new Refusal(new CommonProblem.Forbidden("only its registrant and admins deprecate a tool"));
            }
            if (tool.status() != ToolStatus.DEPRECATED) {
                Tool.Deprecation end = new Tool.Deprecation(clock.instant(), Optional.of(user.userId()));
                stores.tools().changeStatus(tool.deprecated(end));
            }
        });
        finder.changed();
    }

    @Override
    public Tool approve(Caller caller, ToolId id) {
        Caller.User user = caller.requireUser();
        Tool approved = stores.transactions().inTransaction(() -> {
            Tool tool = toolVisibility.seen(user, id);
            if (!tool.isImported() || !tool.isOf(user.userId())) {
                permissions.requireAdmin(user);
            }
            return switch (tool.status()) {
                case ACTIVE -> tool;
                case DEPRECATED -> throw new Refusal(new CommonProblem.Conflict("a deprecated tool stays deprecated"));
                case QUARANTINED -> {
                    journal.note(
                            user,
                            AuditAction.TOOL_APPROVED,
                            Map.of(
                                    AuditDetail.TOOL_ID,
                                    id.value(),
                                    AuditDetail.INTEGRATION,
                                    tool.definition().integration().value()));
                    yield replaced(tool.activated());
                }
            };
        });
        finder.changed();
        return approved;
    }

    private Tool replaced(Tool approved) {
        Tool.Deprecation end = new Tool.Deprecation(clock.instant(), Optional.empty());
        stores.tools().ofName(approved.registrant(), approved.definition().name()).stream()
                .filter(other -> other.isImported() && other.status() == ToolStatus.ACTIVE)
                .forEach(other -> stores.tools().changeStatus(other.deprecated(end)));
        stores.tools().changeStatus(approved);
        return approved;
    }

    @Override
    public List<LearnedQuery> learnedQueries(Caller caller, ToolId id) {
        Caller.User user = caller.requireUser();
        Tool tool = toolVisibility.seen(user, id);
        return stores.learnedQueries().ofTool(user.userId(), tool.definition().name());
    }

    @Override
    public void forgetQueries(Caller caller, ToolId id) {
        Caller.User user = caller.requireUser();
        Tool tool = toolVisibility.seen(user, id);
        searches.forget(user.userId(), tool.definition().name());
        stores.learnedQueries().forget(user.userId(), tool.definition().name());
    }
}
