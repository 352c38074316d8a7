package dev.guildhall.core.completion;

import dev.guildhall.core.config.ModelRoute;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The models of one moment, as one caller may use them (models-34). For one request, and one thread. */
final class CallerModels {
    private final KnownModels known;
    private final Supplier<Set<GroupId>> membership;
    private Optional<Set<GroupId>> groups = Optional.empty();

    /** The groups are read when a model that is not for everyone is asked for. */
    CallerModels(KnownModels known, Supplier<Set<GroupId>> membership) {
        this.known = known;
        this.membership = membership;
    }

    KnownModels known() {
        return known;
    }

    /** Whether the caller may not know a model: it is disabled, is for other groups, or runs nowhere. */
    boolean hides(String name) {
        ModelDefinition model = known.managed().get(name);
        return model != null && !isUsable(model);
    }

    private boolean isUsable(ModelDefinition model) {
        return model.enabled()
                && model.groups().map(this::isMember).orElse(true)
                && known.route(model.name())
                        .filter(route -> !route.deployments().isEmpty())
                        .isPresent();
    }

    private boolean isMember(Set<GroupId> allowed) {
        if (groups.isEmpty()) {
            groups = Optional.of(membership.get());
        }
        return groups.get().stream().anyMatch(allowed::contains);
    }

    /** The model of requests that name none; empty when the caller has to name one. */
    Optional<String> defaultModel() {
        Optional<String> chosen = known.chosenModel().filter(name -> !hides(name));
        if (chosen.isPresent()) {
            return chosen;
        }
        Optional<String> managed = known.managedDefault().filter(this::isUsable).map(ModelDefinition::name);
        return managed.isPresent() || known.isDemoReplaced()
                ? managed
                : Optional.of(known.primary().defaultModel()).filter(name -> !hides(name));
    }

    /**
     * The name that a request asks for.
     *
     * @throws Refusal with {@code CompletionProblem.UnknownModel} when the caller may not know the model
     */
    String wanted(Optional<String> named) {
        String name = named.or(this::defaultModel)
                .orElseThrow(() -> new Refusal(new CompletionProblem.UnknownModel(
                        "model: is required, since you may not use the default model")));
        if (hides(name)) {
            throw new Refusal(new CompletionProblem.UnknownModel("model: there is no model \"" + name + "\""));
        }
        return name;
    }

    /** The route of a name that the caller may use. */
    Optional<ModelRoute> route(String name) {
        return hides(name) ? Optional.empty() : known.route(name);
    }
}
