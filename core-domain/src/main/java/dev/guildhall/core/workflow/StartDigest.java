package dev.guildhall.core.workflow;

import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.ports.workflow.StepSpec;
import java.util.List;
import java.util.Map;

/** The digest of a request to start a workflow, which detects another request with the same key. */
final class StartDigest {
    private StartDigest() {}

    static String of(String name, List<StepSpec> steps) {
        return JsonDigest.of(Map.of(
                "name", name, "steps", steps.stream().map(StartDigest::of).toList()));
    }

    private static Map<String, Object> of(StepSpec step) {
        return Map.of(
                "name", step.name(),
                "taskType", step.taskType().value(),
                "tools", step.tools(),
                "input", step.input(),
                "dependsOn", step.dependsOn());
    }
}
