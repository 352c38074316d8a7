package dev.guildhall.core.assistant;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.knowledge.CollectionAccess;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.assistant.Assistant;
import dev.guildhall.ports.assistant.AssistantChange;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.assistant.AssistantStore;
import dev.guildhall.ports.assistant.AssistantSummary;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes, changes and removes assistants (assistants-1 to assistants-3). */
public final class AssistantService implements Assistants {
    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final AuditJournal journal;
    private final AssistantStore assistants;
    private final UsableAssistants usable;
    private final CollectionAccess collections;

    public AssistantService(
            InstantSource clock, IdSource ids, Stores stores, AuditJournal journal, CollectionAccess collections) {
        this.collections = collections;
        this.clock = clock;
        this.ids = ids;
        this.stores = stores;
        this.journal = journal;
        this.assistants = stores.assistants();
        this.usable = new UsableAssistants(assistants);
    }

    @Override
    public Assistant create(Caller caller, AssistantDefinition definition) {
        Caller.User user = caller.requireUser();
        Instant now = clock.instant();
        Assistant assistant = new Assistant(
                new AssistantId(ids.next("ast")),
                1,
                user.userId(),
                user.countsForInsteadOf(user.userId()),
                definition,
                now,
                now);
        requireMayShare(user, definition.visibility());
        requireCollections(user, definition.collections(), List.of());
        stores.transactions().run(() -> {
            requireRoom(user);
            requireGroup(user, definition.visibility());
            assistants.add(assistant);
            note(user, AuditAction.ASSISTANT_CREATED, Optional.empty(), Optional.of(assistant));
        });
        return assistant;
    }

    /** The lock on the account makes two calls at once count one after the other. */
    private void requireRoom(Caller.User user) {
        UserId counted = user.countsFor();
        if (stores.accounts().lock(counted).isEmpty() && !counted.isExternal()) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        if (assistants.count(counted) >= MOST) {
            throw new Refusal(new AgentProblem.TooManyAssistants(MOST));
        }
    }

    private void requireMayShare(Caller.User user, Audience visibility) {
        if (visibility.everyone() && !user.isAdmin()) {
            throw new Refusal(new CommonProblem.Forbidden("visibility: only admins share with everyone"));
        }
    }

    private void requireGroup(Caller.User user, Audience visibility) {
        if (visibility.group().filter(group -> !isIn(user.userId(), group)).isPresent()) {
            throw new Refusal(new CommonProblem.NotFound("group"));
        }
    }

    /** Those that the assistant had before may be gone by now. */
    private void requireCollections(Caller.User user, List<CollectionId> wanted, List<CollectionId> before) {
        for (int i = 0; i < wanted.size(); i++) {
            CollectionId id = wanted.get(i);
            if (!before.contains(id) && !collections.reads(user, id)) {
                throw new Refusal(
                        new CommonProblem.NotFound("collection: collections[" + i + "]", Optional.of(id.value())));
            }
        }
    }

    private boolean isIn(UserId user, GroupId group) {
        return stores.memberships()
                        .hasAny(
                                group,
                                stores.profiles().ofUser(user).stream()
                                        .map(Profile::id)
                                        .toList())
                || stores.groups().ofServiceAccount(user).filter(group::equals).isPresent();
    }

    @Override
    public Page<Assistant> list(Caller caller, PageRequest page) {
        return assistants.seen(caller.requireUser().userId(), page);
    }

    @Override
    public List<AssistantSummary> summaries(Caller caller) {
        return assistants.summaries(caller.requireUser().userId(), MOST);
    }

    @Override
    public Assistant find(Caller caller, AssistantId id, Optional<Integer> version) {
        Assistant newest = usable.find(caller.requireUser(), id);
        return version.isEmpty() ? newest : assistants.find(id, version.get()).orElseThrow(UsableAssistants::none);
    }

    @Override
    public Assistant change(Caller caller, AssistantId id, AssistantChange change) {
        Caller.User user = caller.requireUser();
        return stores.transactions().inTransaction(() -> {
            Assistant before = changeable(user, id);
            requireVersion(before, change.version());
            AssistantDefinition changed = change.applyTo(before.definition());
            requireMayShare(user, changed.visibility());
            if (!changed.visibility().equals(before.definition().visibility())) {
                requireGroup(user, changed.visibility());
            }
            requireCollections(user, changed.collections(), before.definition().collections());
            Assistant after = before.next(changed, clock.instant());
            assistants.put(after);
            note(user, AuditAction.ASSISTANT_CHANGED, Optional.of(before), Optional.of(after));
            return after;
        });
    }

    private static void requireVersion(Assistant newest, Optional<Integer> wanted) {
        if (wanted.filter(version -> version != newest.version()).isPresent()) {
            throw new Refusal(new CommonProblem.Conflict(
                    "version: the assistant has been changed meanwhile; its version is " + newest.version()));
        }
        if (newest.version() >= MOST_VERSIONS) {
            throw new Refusal(new CommonProblem.Conflict(
                    "the assistant has " + MOST_VERSIONS + " versions, which is the most; make a new one"));
        }
    }

    @Override
    public void delete(Caller caller, AssistantId id) {
        Caller.User user = caller.requireUser();
        stores.transactions().run(() -> {
            Assistant before = changeable(user, id);
            assistants.remove(id);
            note(user, AuditAction.ASSISTANT_DELETED, Optional.of(before), Optional.empty());
        });
    }

    /** Refuses one that the caller sees and may not change in another way than one that the caller does not see. */
    private Assistant changeable(Caller.User user, AssistantId id) {
        Assistant newest = assistants.lock(id).orElseThrow(UsableAssistants::none);
        if (newest.owner().equals(user.userId())) {
            return newest;
        }
        usable.find(user, id);
        throw new Refusal(new CommonProblem.Forbidden("only its owner changes an assistant"));
    }

    private void note(Caller.User who, AuditAction action, Optional<Assistant> before, Optional<Assistant> after) {
        Map<AuditDetail, String> details = new EnumMap<>(AuditDetail.class);
        before.or(() -> after)
                .ifPresent(one -> details.put(AuditDetail.ASSISTANT_ID, one.id().value()));
        before.ifPresent(one -> details.put(AuditDetail.BEFORE, text(one)));
        after.ifPresent(one -> details.put(AuditDetail.AFTER, text(one)));
        journal.note(who, action, details);
    }

    /** Nothing that the owner typed, who may be no admin. */
    private static String text(Assistant assistant) {
        return "version " + assistant.version() + ", "
                + assistant.definition().visibility().wireName();
    }
}
