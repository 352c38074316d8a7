package dev.guildhall.core.model;

import dev.guildhall.core.account.AuditJournal;
import dev.guildhall.core.completion.ModelDirectory;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ManagedModel;
import dev.guildhall.ports.model.ModelChange;
import dev.guildhall.ports.model.ModelConnector;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.model.ModelTest;
import dev.guildhall.ports.model.Models;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.storage.Stores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Models that administrators set up (models-32 to models-37). */
public final class ModelService implements Models {
    /** The most models that administrators set up. */
    private static final int MOST = 1_000;

    private final Stores stores;
    private final IdSource ids;
    private final Permissions permissions;
    private final AuditJournal journal;
    private final ModelConnector connector;
    private final ModelDirectory directory;
    private final DeploymentTests tests;

    public ModelService(
            Stores stores,
            IdSource ids,
            Permissions permissions,
            AuditJournal journal,
            ModelConnector connector,
            ModelDirectory directory,
            DeploymentTests tests) {
        this.stores = stores;
        this.ids = ids;
        this.permissions = permissions;
        this.journal = journal;
        this.connector = connector;
        this.directory = directory;
        this.tests = tests;
    }

    @Override
    public List<ManagedModel> list(Caller caller) {
        permissions.requireAdmin(caller.requireUser());
        List<ManagedModel> managed = stores.models().all();
        boolean isReplaced = managed.stream().map(ManagedModel::definition).anyMatch(ModelDefinition::isDefault);
        List<ManagedModel> all = new ArrayList<>();
        for (ModelDefinition definition : connector.environment()) {
            ModelDefinition shown = definition.withDefault(definition.isDefault() && !isReplaced);
            all.add(new ManagedModel(shown, ManagedModel.Source.ENVIRONMENT, 0));
        }
        all.addAll(managed);
        return List.copyOf(all);
    }

    @Override
    public ManagedModel create(Caller caller, ModelDefinition definition) {
        Caller.User admin = admin(caller);
        ModelDefinition completed = completed(definition, List.of());
        ManagedModel model = new ManagedModel(completed, ManagedModel.Source.HTTP, 1);
        stores.transactions().run(() -> {
            List<ManagedModel> others = stores.models().lock();
            if (isOfEnvironment(model.name()) || find(others, model.name()).isPresent()) {
                throw new Refusal(new CommonProblem.Conflict("name: there is a model \"" + model.name() + "\""));
            }
            if (others.size() >= MOST) {
                throw new Refusal(new CommonProblem.Conflict("there are " + MOST + " models, the most there can be"));
            }
            write(others, model, Optional.empty());
            note(admin, AuditAction.MODEL_CREATED, Optional.empty(), Optional.of(completed));
        });
        directory.changed();
        return model;
    }

    @Override
    public ManagedModel change(Caller caller, String name, ModelChange change) {
        Caller.User admin = admin(caller);
        requireChangeable(name);
        ManagedModel changed = stores.transactions().inTransaction(() -> {
            List<ManagedModel> all = stores.models().lock();
            ManagedModel before = find(all, name).orElseThrow(ModelService::noModel);
            requireVersion(before, change.version());
            ModelDefinition next = change.applyTo(before.definition());
            ManagedModel model = before.next(
                    change.deployments().isPresent()
                            ? completed(next, before.definition().deployments())
                            : next);
            write(all.stream().filter(one -> !one.name().equals(name)).toList(), model, Optional.of(change));
            note(admin, AuditAction.MODEL_CHANGED, Optional.of(before.definition()), Optional.of(model.definition()));
            return model;
        });
        directory.changed();
        return changed;
    }

    @Override
    public void delete(Caller caller, String name) {
        Caller.User admin = admin(caller);
        requireChangeable(name);
        stores.transactions().run(() -> {
            ManagedModel before = find(stores.models().lock(), name).orElseThrow(ModelService::noModel);
            stores.models().remove(name);
            note(admin, AuditAction.MODEL_DELETED, Optional.of(before.definition()), Optional.empty());
        });
        directory.changed();
    }

    @Override
    public ModelTest test(Caller caller, Optional<String> name, Deployment deployment) {
        Caller.User admin = admin(caller);
        List<Deployment> known = name.flatMap(model -> find(stores.models().all(), model))
                .map(model -> model.definition().deployments())
                .orElse(List.of());
        return tests.of(admin, below("deployment", () -> completed(deployment, known)));
    }

    private Caller.User admin(Caller caller) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        return admin;
    }

    private boolean isOfEnvironment(String name) {
        return directory.environment().contains(name);
    }

    private void requireChangeable(String name) {
        if (isOfEnvironment(name)) {
            throw new Refusal(new CommonProblem.Conflict(
                    "the configuration of the server defines this model, and it can be changed only there"));
        }
    }

    private static void requireVersion(ManagedModel model, Optional<Integer> version) {
        if (version.filter(known -> known != model.version()).isPresent()) {
            throw new Refusal(new CommonProblem.Conflict(
                    "version: the model has been changed meanwhile; its version is " + model.version()));
        }
    }

    private static Optional<ManagedModel> find(List<ManagedModel> models, String name) {
        return models.stream().filter(model -> model.name().equals(name)).findFirst();
    }

    private static Refusal noModel() {
        return new Refusal(new CommonProblem.NotFound("model"));
    }

    private ModelDefinition completed(ModelDefinition definition, List<Deployment> before) {
        List<Deployment> deployments = new ArrayList<>();
        for (Deployment deployment : definition.deployments()) {
            deployments.add(below("deployments[" + deployments.size() + "]", () -> completed(deployment, before)));
        }
        return definition.withDeployments(deployments);
    }

    /**
     * A deployment without a key keeps the one that it had at the same address: another address must not receive it
     * (models-33).
     */
    private Deployment completed(Deployment deployment, List<Deployment> before) {
        Deployment completed = connector.completed(deployment);
        Optional<Deployment> known =
                before.stream().filter(one -> one.id().equals(deployment.id())).findFirst();
        if (known.flatMap(Deployment::apiKey).isPresent() && completed.apiKey().isEmpty()) {
            if (!known.get().baseUrl().equals(completed.baseUrl())) {
                throw Refusal.invalid("apiKey", "is required, since baseUrl is another one than before");
            }
            return completed.withApiKey(known.get().apiKey());
        }
        return completed.id().isEmpty() ? completed.withId(ids.next("dep")) : completed;
    }

    private static <T> T below(String path, Supplier<T> value) {
        try {
            return value.get();
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof CommonProblem.Invalid(List<Violation> violations)) {
                throw new Refusal(new CommonProblem.Invalid(violations.stream()
                        .map(violation -> new Violation(path + "." + violation.field(), violation.message()))
                        .toList()));
            }
            throw refusal;
        }
    }

    /** Checks the model against the others, and takes the default from them when it is the default. */
    private void write(List<ManagedModel> others, ManagedModel model, Optional<ModelChange> change) {
        ModelDefinition definition = model.definition();
        if (change.map(one -> one.fallbacks().isPresent()).orElse(true)) {
            requireFallbacks(others, definition);
        }
        if (change.map(one -> !(one.groups() instanceof Change.Kept)).orElse(true)) {
            definition.groups().ifPresent(groups -> groups.forEach(this::requireGroup));
        }
        if (definition.isDefault()) {
            others.stream()
                    .filter(other -> other.definition().isDefault())
                    .forEach(other ->
                            stores.models().put(other.next(other.definition().withDefault(false))));
        }
        stores.models().put(model);
    }

    private void requireGroup(GroupId group) {
        if (stores.groups().find(group).isEmpty()) {
            throw Refusal.invalid("groups", "there is no group " + group.value());
        }
    }

    private void requireFallbacks(List<ManagedModel> others, ModelDefinition definition) {
        Map<String, List<String>> fallbacks = new HashMap<>();
        others.forEach(other -> fallbacks.put(other.name(), other.definition().fallbacks()));
        for (int i = 0; i < definition.fallbacks().size(); i++) {
            String fallback = definition.fallbacks().get(i);
            if (!fallbacks.containsKey(fallback) && !isOfEnvironment(fallback)) {
                throw Refusal.invalid("fallbacks[" + i + "]", "there is no model \"" + fallback + "\"");
            }
            if (reaches(fallback, definition.name(), fallbacks)) {
                throw Refusal.invalid(
                        "fallbacks[" + i + "]",
                        "\"" + fallback + "\" has \"" + definition.name() + "\" as a fallback itself, directly or not");
            }
        }
    }

    private static boolean reaches(String from, String to, Map<String, List<String>> fallbacks) {
        List<String> reached = new ArrayList<>(List.of(from));
        for (int i = 0; i < reached.size(); i++) {
            for (String next : fallbacks.getOrDefault(reached.get(i), List.of())) {
                if (next.equals(to)) {
                    return true;
                }
                if (!reached.contains(next)) {
                    reached.add(next);
                }
            }
        }
        return false;
    }

    private void note(
            Caller.User admin, AuditAction action, Optional<ModelDefinition> before, Optional<ModelDefinition> after) {
        Map<AuditDetail, String> details = new HashMap<>();
        before.or(() -> after).ifPresent(model -> details.put(AuditDetail.MODEL, model.name()));
        before.ifPresent(model -> details.put(AuditDetail.BEFORE, ModelText.of(model, Optional.empty())));
        after.ifPresent(model -> {
            details.put(AuditDetail.AFTER, ModelText.of(model, before));
            ModelText.insideHosts(model).ifPresent(hosts -> details.put(AuditDetail.INSIDE_HOSTS, hosts));
        });
        journal.note(admin, action, details);
    }
}
