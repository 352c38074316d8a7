package dev.guildhall.ports.model;

import dev.guildhall.ports.Caller;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Driving port: the models that requests can ask for, for admins (models-32 to models-37). Every method throws a {@code
 * Refusal} with {@code CommonProblem.Unauthenticated} when the caller has not signed in, and with {@code
 * CommonProblem.Forbidden} when the caller has not the role {@code admin}, or changes or tests something with an API key.
 * A change is in force on every node within 2 s, for the requests that begin then. Blocks.
 */
public interface Models {
    /** The longest time that a test takes. */
    Duration TEST_WITHIN = Duration.ofSeconds(30);

    /** All models, those of the environment first, then by name. */
    List<ManagedModel> list(Caller caller);

    /**
     * Adds a model.
     *
     * @return the model with the addresses and identifiers of its deployments
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when there is a model of the name, or
     *     there are too many; with {@code CommonProblem.Invalid} naming the field
     */
    ManagedModel create(Caller caller, ModelDefinition definition);

    /**
     * Changes a model.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}; with {@code CommonProblem.Conflict}
     *     when the model has another version or is that of the environment; with {@code CommonProblem.Invalid} naming the
     *     field, also for a deployment with another address than before and without a key
     */
    ManagedModel change(Caller caller, String name, ModelChange change);

    /**
     * Removes a model.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound}; with {@code CommonProblem.Conflict}
     *     for a model of the environment
     */
    void delete(Caller caller, String name);

    /**
     * Asks a deployment a short question, at most for {@link #TEST_WITHIN}. Nothing is stored.
     *
     * @param name the model whose key a deployment without one has, when it has the identifier and the address of one of
     *     the model's deployments; absent when it is new
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming the field below {@code
     *     deployment}
     */
    ModelTest test(Caller caller, Optional<String> name, Deployment deployment);
}
