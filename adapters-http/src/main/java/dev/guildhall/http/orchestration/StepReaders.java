package dev.guildhall.http.orchestration;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.task.TaskOptions;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflows;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads steps of workflows and of their definitions (tasks-30, tasks-43). */
final class StepReaders {
    static final RequestReader<String> NAME =
            RequestReader.text(text -> Text.requireName("name", text, 1, Workflows.MAX_NAME));

    static final RequestReader<List<StepSpec>> STEPS =
            RequestReader.list(RequestReader.object(StepReaders::step), Workflows.MOST_STEPS);

    private static final RequestReader<List<String>> DEPENDENCIES =
            RequestReader.list(RequestReader.text(), Workflows.MOST_STEPS);

    private StepReaders() {}

    private static StepSpec step(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<TaskType> type = body.required("taskType", TaskReaders.TYPE);
        Supplier<List<String>> tools = TaskReaders.tools(body, "taskType");
        Supplier<Map<String, Object>> input = body.optional("input", RequestReader.dataObject(), Map.of());
        Supplier<List<String>> dependsOn = body.optional("dependsOn", DEPENDENCIES, List.of());
        Supplier<TaskOptions> options = TaskReaders.options(body);
        body.check();
        return new StepSpec(name.get(), "", type.get(), tools.get(), input.get(), dependsOn.get(), options.get());
    }
}
