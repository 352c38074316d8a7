package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.httptool.HttpApi;
import dev.guildhall.integrations.httptool.ResponseRules;
import dev.guildhall.integrations.manifest.AuthReader.Auth;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;

final class HttpReader {
    private static final String BASE = "baseUrl";

    private final EnvironmentTexts texts;
    private final ManifestSchema schema;
    private final ManifestFaults faults;

    HttpReader(EnvironmentTexts texts, ManifestSchema schema, ManifestFaults faults) {
        this.texts = texts;
        this.schema = schema;
        this.faults = faults;
    }

    /** The API; empty when it is invalid, and the faults are added. */
    Optional<HttpApi> read(ManifestFile file, JsonNode manifest, Head head) {
        StaticHeaders headers = StaticHeaders.read(manifest.path("headers"), "headers", texts, faults);
        headers.refuse(head.auth().place(), "headers", faults);
        ResponseRules answers = ActionReader.rules(manifest, ResponseRules.plain());
        SharedActionSettings frame = new SharedActionSettings(
                head.integration().name(), head.version(), head.auth(), headers, answers, schema);
        Optional<HttpUrl> base = base(manifest);
        Tools tools = manifest.has("openapi")
                ? new OpenApiReader(frame, faults).read(file, manifest.path("openapi"), base)
                : new Tools(actions(manifest, frame), base);
        return tools.base()
                .map(url -> new HttpApi(
                        url,
                        headers.values(),
                        headers.secret(),
                        head.auth().place(),
                        tools.actions(),
                        faults.leftOut()));
    }

    /** The part that all kinds of manifests have. */
    record Head(Integration integration, ToolVersion version, Auth auth) {}

    /** The tools of an API, and the prefix of all paths; absent with a fault when nothing names it. */
    record Tools(List<HttpAction> actions, Optional<HttpUrl> base) {}

    private List<HttpAction> actions(JsonNode manifest, SharedActionSettings frame) {
        List<HttpAction> actions = new ArrayList<>();
        List<ManifestFault> ofActions = new ArrayList<>();
        manifest.path("actions").properties().forEach(entry -> {
            ManifestFaults ofAction = new ManifestFaults(entry.getKey());
            Optional<HttpAction> action = new ActionReader(frame, ofAction).read(entry.getKey(), entry.getValue());
            if (ofAction.isEmpty()) {
                action.ifPresent(actions::add);
            } else {
                ofAction.all().forEach(fault -> faults.leaveOut("actions." + entry.getKey(), fault));
                ofActions.addAll(ofAction.all());
            }
        });
        if (actions.isEmpty()) {
            ofActions.forEach(fault -> faults.add(fault.path(), fault.message()));
        }
        return actions;
    }

    private Optional<HttpUrl> base(JsonNode manifest) {
        if (!manifest.has(BASE)) {
            return Optional.empty();
        }
        Optional<HttpUrl> url = texts.required(manifest.path(BASE), BASE, faults)
                .map(EnvironmentTexts.Resolved::value)
                .flatMap(written -> AuthReader.address(written, BASE, faults));
        if (url.filter(parsed -> parsed.query() != null || parsed.fragment() != null)
                .isPresent()) {
            faults.add(BASE, "must not have a query or a fragment");
        }
        return url;
    }
}
