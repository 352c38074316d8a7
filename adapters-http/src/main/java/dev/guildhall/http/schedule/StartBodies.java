package dev.guildhall.http.schedule;

import dev.guildhall.http.agent.AgentRoutes;
import dev.guildhall.http.agent.ApprovalJson;
import dev.guildhall.http.orchestration.TaskReaders;
import dev.guildhall.http.orchestration.WorkflowRoutes;
import dev.guildhall.http.run.RunReaders;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartReader;
import dev.guildhall.ports.start.StartRequest;
import dev.guildhall.ports.workflow.WorkflowDefinitionId;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the work that schedules start with the readers of the requests that start it (schedules-1). */
public final class StartBodies implements StartReader {
    @Override
    public StartRequest read(Start start) {
        RequestReader<StartRequest> reader = RequestReader.object(body -> read(start.kind(), body));
        return reader.read(JsonBody.tree(Json.bytes(start.body())), "start." + EnumNames.of(start.kind()));
    }

    private static StartRequest read(StartKind kind, JsonBody body) {
        return switch (kind) {
            case TASK -> task(body);
            case WORKFLOW -> WorkflowRoutes.request(body);
            case RUN -> new StartRequest.Run(RunReaders.request(body));
            case CHAT -> new StartRequest.Chat(AgentRoutes.question(body, AgentMode.WITH_TASKS));
            case DEFINITION -> definition(body);
            case EVALUATION -> evaluation(body);
        };
    }

    private static StartRequest task(JsonBody body) {
        Supplier<Boolean> asks = ApprovalJson.asks(body);
        return new StartRequest.Task(TaskReaders.spec(body), asks.get());
    }

    private static StartRequest definition(JsonBody body) {
        Supplier<WorkflowDefinitionId> id = body.required("id", RequestReader.text(WorkflowDefinitionId::new));
        Supplier<Optional<Integer>> version = body.optional("version", RequestReader.integer(1, Integer.MAX_VALUE));
        Supplier<Map<String, Object>> input = body.optional("input", RequestReader.dataObject(), Map.of());
        body.check();
        return new StartRequest.Definition(id.get(), version.get(), input.get());
    }

    private static StartRequest evaluation(JsonBody body) {
        Supplier<AssistantId> assistant = body.required("assistantId", RequestReader.text(AssistantId::new));
        Supplier<Optional<Integer>> version =
                body.optional("version", RequestReader.integer(1, Assistants.MOST_VERSIONS));
        body.check();
        return new StartRequest.Evaluation(assistant.get(), version.get());
    }
}
