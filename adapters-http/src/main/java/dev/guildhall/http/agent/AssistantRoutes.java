package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.completion.UsageRoutes;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.assistant.AssistantChange;
import dev.guildhall.ports.assistant.AssistantDefinition;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.UsageReports;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.json.WholeNumbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Assistants over HTTP (assistants-1 to assistants-3), and what they used (assistants-9). */
public final class AssistantRoutes {
    private static final RequestReader<List<String>> TOOLS =
            RequestReader.list(RequestReader.text(), AssistantDefinition.MOST_TOOLS);
    private static final RequestReader<List<CollectionId>> COLLECTIONS =
            RequestReader.list(RequestReader.text(CollectionId::new), AssistantDefinition.MOST_COLLECTIONS);
    private static final RequestReader<List<String>> STARTERS =
            RequestReader.list(RequestReader.text(), AssistantDefinition.MOST_STARTERS);
    private static final RequestReader<Audience> VISIBILITY = RequestReader.text(Audience::fromWire);

    private final Assistants assistants;
    private final UsageReports usage;

    public AssistantRoutes(Assistants assistants, UsageReports usage) {
        this.assistants = assistants;
        this.usage = usage;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/api/assistants", Access.BEARER, this::create),
                Route.get("/api/assistants", Access.BEARER, this::list),
                Route.get("/api/assistants/{id}", Access.BEARER, this::find),
                Route.patch("/api/assistants/{id}", Access.BEARER, this::change),
                Route.delete("/api/assistants/{id}", Access.BEARER, this::delete),
                Route.get("/api/assistants/{id}/usage", Access.BEARER, this::usage));
    }

    private void create(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<String> instructions = body.required("instructions", RequestReader.text());
        Supplier<Optional<String>> model = body.optional("model", RequestReader.text());
        Supplier<OptionalDouble> temperature = body.number("temperature", RequestReader.number());
        Supplier<Optional<String>> effort = body.optional("reasoningEffort", RequestReader.text());
        Supplier<Optional<List<String>>> tools = body.optional("tools", TOOLS);
        Supplier<List<CollectionId>> collections = body.optional("collections", COLLECTIONS, List.of());
        Supplier<Boolean> memory = body.optional("memory", RequestReader.flag(), true);
        Supplier<List<String>> starters = body.optional("starters", STARTERS, List.of());
        Supplier<Audience> visibility = body.optional("visibility", VISIBILITY, Audience.PRIVATE);
        body.check();
        AssistantDefinition definition = new AssistantDefinition(
                name.get(),
                description.get(),
                instructions.get(),
                model.get(),
                temperature.get(),
                effort.get(),
                tools.get(),
                collections.get(),
                memory.get(),
                starters.get(),
                visibility.get());
        exchange.json(201, AssistantJson.OneJson.of(assistants.create(exchange.caller(), definition)));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "assistants",
                        assistants.list(exchange.caller(), exchange.page("ast")),
                        AssistantJson.OneJson::of));
    }

    private void find(Exchange exchange) {
        Optional<Integer> version = exchange.query("version").map(AssistantRoutes::version);
        exchange.json(200, AssistantJson.OneJson.of(assistants.find(exchange.caller(), id(exchange), version)));
    }

    private static int version(String digits) {
        return WholeNumbers.parse(digits)
                .filter(number -> number >= 1 && number <= Assistants.MOST_VERSIONS)
                .map(Math::toIntExact)
                .orElseThrow(() ->
                        Refusal.invalid("version", "must be an integer between 1 and " + Assistants.MOST_VERSIONS));
    }

    private void change(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> name = body.replacement("name", RequestReader.text());
        Supplier<Change<String>> description = body.change("description", RequestReader.text());
        Supplier<Optional<String>> instructions = body.replacement("instructions", RequestReader.text());
        Supplier<Change<String>> model = body.change("model", RequestReader.text());
        Supplier<Change<Double>> temperature = body.change("temperature", RequestReader.number());
        Supplier<Change<String>> effort = body.change("reasoningEffort", RequestReader.text());
        Supplier<Change<List<String>>> tools = body.change("tools", TOOLS);
        Supplier<Change<List<CollectionId>>> collections = body.change("collections", COLLECTIONS);
        Supplier<Change<Boolean>> memory = body.change("memory", RequestReader.flag());
        Supplier<Change<List<String>>> starters = body.change("starters", STARTERS);
        Supplier<Change<Audience>> visibility = body.change("visibility", VISIBILITY);
        Supplier<Optional<Integer>> version =
                body.optional("version", RequestReader.integer(1, Assistants.MOST_VERSIONS));
        body.check();
        AssistantChange change = new AssistantChange(
                name.get(),
                orDefault(description.get(), ""),
                instructions.get(),
                model.get(),
                temperature.get(),
                effort.get(),
                tools.get(),
                orDefault(collections.get(), List.of()),
                orDefault(memory.get(), true),
                orDefault(starters.get(), List.of()),
                orDefault(visibility.get(), Audience.PRIVATE),
                version.get());
        exchange.json(200, AssistantJson.OneJson.of(assistants.change(exchange.caller(), id(exchange), change)));
    }

    /** A field that is cleared gets the value that it has without one. */
    private static <T> Optional<T> orDefault(Change<T> change, T cleared) {
        return switch (change) {
            case Change.Kept<T> _ -> Optional.empty();
            case Change.Cleared<T> _ -> Optional.of(cleared);
            case Change.Replaced<T>(T value) -> Optional.of(value);
        };
    }

    private void delete(Exchange exchange) {
        assistants.delete(exchange.caller(), id(exchange));
        exchange.noContent();
    }

    private void usage(Exchange exchange) {
        exchange.json(
                200,
                AssistantJson.UsageJson.of(
                        usage.ofAssistant(exchange.caller(), id(exchange), UsageRoutes.days(exchange))));
    }

    private static AssistantId id(Exchange exchange) {
        return exchange.pathId("id", "assistant", AssistantId::new);
    }
}
