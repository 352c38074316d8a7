package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.completion.ModelCapability;
import dev.guildhall.ports.completion.ModelPrice;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.model.Deployment;
import dev.guildhall.ports.model.ModelChange;
import dev.guildhall.ports.model.ModelDefinition;
import dev.guildhall.ports.model.ModelTest;
import dev.guildhall.ports.model.Models;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The models that administrators set up, over HTTP (models-32 to models-37). */
public final class ModelRoutes {
    private static final RequestReader<List<Deployment>> DEPLOYMENTS =
            RequestReader.list(ModelJson::deployment, ModelDefinition.MOST_DEPLOYMENTS);
    private static final RequestReader<List<String>> FALLBACKS =
            RequestReader.list(RequestReader.text(), ModelDefinition.MOST_FALLBACKS);
    private static final RequestReader<List<GroupId>> GROUPS =
            RequestReader.list(RequestReader.text(GroupId::new), ModelDefinition.MOST_GROUPS);
    private static final RequestReader<ModelDefinition.Choice> CHOICE = RequestReader.text(ModelRoutes::choice);
    private static final RequestReader<Integer> TOKENS =
            RequestReader.integer(ModelDefinition.FEWEST_TOKENS, ModelDefinition.MOST_TOKENS);

    private static final RequestReader<List<ModelCapability>> CAPABILITIES =
            RequestReader.list(RequestReader.text(ModelRoutes::capability), ModelCapability.values().length);

    private final Models models;

    public ModelRoutes(Models models) {
        this.models = models;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/admin/models", Access.BEARER, this::list),
                Route.post("/admin/models", Access.BEARER, this::create),
                Route.post("/admin/models/test", Access.BEARER, this::test),
                Route.patch("/admin/models/{name...}", Access.BEARER, this::change),
                Route.delete("/admin/models/{name...}", Access.BEARER, this::delete));
    }

    private void list(Exchange exchange) {
        exchange.json(200, ModelJson.ListJson.of(models.list(exchange.caller())));
    }

    private void create(Exchange exchange) {
        ModelDefinition definition = definition(exchange.body());
        exchange.json(201, ModelJson.of(models.create(exchange.caller(), definition)));
    }

    private static ModelDefinition definition(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<List<Deployment>> deployments = body.required("deployments", DEPLOYMENTS);
        Supplier<ModelDefinition.Choice> choice = body.optional("choice", CHOICE, ModelDefinition.Choice.WEIGHTED);
        Supplier<List<String>> fallbacks = body.optional("fallbacks", FALLBACKS, List.of());
        Supplier<Optional<ModelPrice>> price = body.optional("prices", ModelJson::price);
        Supplier<Optional<Integer>> contextTokens = body.optional("contextTokens", TOKENS);
        Supplier<Optional<List<GroupId>>> groups = body.optional("groups", GROUPS);
        Supplier<List<ModelCapability>> capabilities = body.optional("capabilities", CAPABILITIES, List.of());
        Supplier<Boolean> enabled = body.optional("enabled", RequestReader.flag(), true);
        Supplier<Boolean> isDefault = body.optional("isDefault", RequestReader.flag(), false);
        body.check();
        return new ModelDefinition(
                name.get(),
                deployments.get(),
                choice.get(),
                fallbacks.get(),
                price.get(),
                contextTokens.get(),
                groups.get().map(HashSet::new),
                new HashSet<>(capabilities.get()),
                enabled.get(),
                isDefault.get());
    }

    private void change(Exchange exchange) {
        ModelChange change = change(exchange.body());
        exchange.json(200, ModelJson.of(models.change(exchange.caller(), exchange.path("name"), change)));
    }

    private static ModelChange change(JsonBody body) {
        Supplier<Optional<List<Deployment>>> deployments = body.replacement("deployments", DEPLOYMENTS);
        Supplier<Change<ModelDefinition.Choice>> choice = body.change("choice", CHOICE);
        Supplier<Change<List<String>>> fallbacks = body.change("fallbacks", FALLBACKS);
        Supplier<Change<ModelPrice>> price = body.change("prices", ModelJson::price);
        Supplier<Change<Integer>> contextTokens = body.change("contextTokens", TOKENS);
        Supplier<Change<Set<GroupId>>> groups =
                body.change("groups", (node, path) -> new HashSet<>(GROUPS.read(node, path)));
        Supplier<Change<List<ModelCapability>>> capabilities = body.change("capabilities", CAPABILITIES);
        Supplier<Change<Boolean>> enabled = body.change("enabled", RequestReader.flag());
        Supplier<Change<Boolean>> isDefault = body.change("isDefault", RequestReader.flag());
        Supplier<Optional<Integer>> version = body.optional("version", RequestReader.integer());
        body.check();
        return new ModelChange(
                deployments.get(),
                choice.get().replacement(ModelDefinition.Choice.WEIGHTED),
                fallbacks.get().replacement(List.of()),
                price.get(),
                contextTokens.get(),
                groups.get(),
                capabilities.get().replacement(List.of()).map(HashSet::new),
                enabled.get().replacement(true),
                isDefault.get().replacement(false),
                version.get());
    }

    private void delete(Exchange exchange) {
        models.delete(exchange.caller(), exchange.path("name"));
        exchange.noContent();
    }

    private record Tested(Optional<String> name, Deployment deployment) {
        static Tested read(JsonBody body) {
            Supplier<Optional<String>> name = body.optional("name", RequestReader.text());
            return new Tested(name.get(), body.checked("deployment", ModelJson::deployment));
        }
    }

    private void test(Exchange exchange) {
        Tested wanted = Tested.read(exchange.body());
        ModelTest test = models.test(exchange.caller(), wanted.name(), wanted.deployment());
        exchange.json(200, ModelJson.TestJson.of(test));
    }

    private static ModelCapability capability(String name) {
        return ModelCapability.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("capabilities", "must be a list of images, reasoning"));
    }

    private static ModelDefinition.Choice choice(String name) {
        return ModelDefinition.Choice.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("choice", "must be weighted or least-latency"));
    }
}
