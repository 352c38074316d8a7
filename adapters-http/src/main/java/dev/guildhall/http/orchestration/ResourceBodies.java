package dev.guildhall.http.orchestration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.http.agent.ApprovalJson;
import dev.guildhall.http.run.RunJson;
import dev.guildhall.ports.webhook.WebhookBodies;
import dev.guildhall.ports.webhook.WebhookEvent;
import dev.guildhall.wire.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/** The bodies of webhooks' requests (webhooks-4). */
public final class ResourceBodies implements WebhookBodies {
    private static final String OUTPUT = "output";

    private record BodyJson(String type, String timestamp, JsonNode data) {}

    private final Supplier<String> runs;

    /**
     * Creates the writer.
     *
     * @param runs the address of the service of test runs, which the addresses of screenshots begin with
     */
    public ResourceBodies(Supplier<String> runs) {
        this.runs = runs;
    }

    @Override
    public byte[] write(WebhookEvent event, Instant at, Resource resource) {
        ObjectNode data = Json.MAPPER.valueToTree(json(resource));
        leaveOutOutputs(data);
        return Json.bytes(new BodyJson(event.wireName(), Json.timestamp(at), data));
    }

    private Object json(Resource resource) {
        return switch (resource) {
            case Resource.OfTask(var task) -> TaskJson.of(task);
            case Resource.OfWorkflow(var workflow) -> WorkflowJson.of(workflow, WorkflowJson.StepJson::of);
            case Resource.OfRun(var report) -> RunJson.of(report, runs.get());
            case Resource.OfApproval(var approval) -> ApprovalJson.of(approval);
            case Resource.OfWebhook(var webhook) -> WebhookJson.of(webhook);
        };
    }

    private static void leaveOutOutputs(ObjectNode data) {
        long left = MOST_OUTPUT;
        for (ObjectNode part : parts(data)) {
            int size = part.path(OUTPUT).isObject() ? Json.bytes(part.get(OUTPUT)).length : 0;
            if (size > left) {
                part.putNull(OUTPUT);
                data.put("truncated", true);
            } else {
                left -= size;
            }
        }
    }

    /** The resource, or its steps. */
    private static List<ObjectNode> parts(ObjectNode data) {
        return data.path("steps").isArray()
                ? StreamSupport.stream(data.get("steps").spliterator(), false)
                        .map(ObjectNode.class::cast)
                        .toList()
                : List.of(data);
    }
}
