package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.evaluation.CaseDefinition;
import dev.guildhall.ports.evaluation.CaseId;
import dev.guildhall.ports.evaluation.EvaluationId;
import dev.guildhall.ports.evaluation.Evaluations;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Cases and evaluations of assistants over HTTP (section Evaluation). */
public final class EvaluationRoutes {
    private static final RequestReader<List<String>> TEXTS =
            RequestReader.list(RequestReader.text(), CaseDefinition.MOST_TEXTS);
    private static final RequestReader<List<String>> TOOLS =
            RequestReader.list(RequestReader.text(), CaseDefinition.MOST_TOOLS);

    private final Evaluations evaluations;

    public EvaluationRoutes(Evaluations evaluations) {
        this.evaluations = evaluations;
    }

    public List<Route> routes() {
        String cases = "/api/assistants/{id}/cases";
        String oneCase = cases + "/{caseId}";
        String runs = "/api/assistants/{id}/evaluations";
        return List.of(
                Route.post(cases, Access.BEARER, this::addCase),
                Route.get(cases, Access.BEARER, this::cases),
                Route.get(oneCase, Access.BEARER, this::findCase),
                Route.delete(oneCase, Access.BEARER, this::deleteCase),
                Route.post(runs, Access.BEARER, this::start),
                Route.get(runs, Access.BEARER, this::list),
                Route.get(runs + "/{evaluationId}", Access.BEARER, this::find));
    }

    private static AssistantId assistant(Exchange exchange) {
        return exchange.pathId("id", "assistant", AssistantId::new);
    }

    private void addCase(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> input = body.required("input", RequestReader.text());
        Supplier<List<String>> contains = body.optional("contains", TEXTS, List.of());
        Supplier<Optional<String>> rubric = body.optional("rubric", RequestReader.text());
        Supplier<List<String>> required = body.optional("requiredTools", TOOLS, List.of());
        Supplier<List<String>> forbidden = body.optional("forbiddenTools", TOOLS, List.of());
        Supplier<Boolean> execute = body.optional("execute", RequestReader.flag(), false);
        body.check();
        CaseDefinition definition = new CaseDefinition(
                input.get(), contains.get(), rubric.get(), required.get(), forbidden.get(), execute.get());
        exchange.json(
                201,
                EvaluationJson.CaseJson.of(evaluations.addCase(exchange.caller(), assistant(exchange), definition)));
    }

    private void cases(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "cases",
                        evaluations.cases(exchange.caller(), assistant(exchange), exchange.page("case")),
                        EvaluationJson.CaseJson::of));
    }

    private static CaseId caseId(Exchange exchange) {
        return exchange.pathId("caseId", "case", CaseId::new);
    }

    private void findCase(Exchange exchange) {
        exchange.json(
                200,
                EvaluationJson.CaseJson.of(
                        evaluations.findCase(exchange.caller(), assistant(exchange), caseId(exchange))));
    }

    private void deleteCase(Exchange exchange) {
        evaluations.deleteCase(exchange.caller(), assistant(exchange), caseId(exchange));
        exchange.noContent();
    }

    private void start(Exchange exchange) {
        JsonBody body = exchange.optionalBody();
        Supplier<Optional<Integer>> version =
                body.optional("version", RequestReader.integer(1, Assistants.MOST_VERSIONS));
        body.check();
        exchange.json(
                202,
                EvaluationJson.OneJson.of(evaluations.start(exchange.caller(), assistant(exchange), version.get())));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "evaluations",
                        evaluations.list(exchange.caller(), assistant(exchange), exchange.page("eval")),
                        EvaluationJson.OneJson::of));
    }

    private void find(Exchange exchange) {
        EvaluationId id = exchange.pathId("evaluationId", "evaluation", EvaluationId::new);
        exchange.json(200, EvaluationJson.OneJson.of(evaluations.find(exchange.caller(), assistant(exchange), id)));
    }
}
