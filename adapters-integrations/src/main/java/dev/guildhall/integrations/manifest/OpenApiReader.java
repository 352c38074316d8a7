package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.openapi.OpenApiImport;
import dev.guildhall.integrations.openapi.OpenApiOptions;
import dev.guildhall.integrations.openapi.OpenApiTools;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Violation;
import java.util.List;
import java.util.Optional;

/** Reads the OpenAPI document that a manifest names. */
final class OpenApiReader {
    private static final String PATH = "openapi";

    private final SharedActionSettings frame;
    private final ManifestFaults faults;

    OpenApiReader(SharedActionSettings frame, ManifestFaults faults) {
        this.frame = frame;
        this.faults = faults;
    }

    /** The tools; none when the document is invalid, and the faults are added. */
    HttpReader.Tools read(ManifestFile manifest, JsonNode openapi) {
        String name =
                openapi.isTextual() ? openapi.asText() : openapi.path("file").asText();
        ManifestFaults ofDocument = new ManifestFaults(name);
        Optional<OpenApiTools> tools = manifest.beside(name, faults)
                .flatMap(bytes -> name.endsWith(".json")
                        ? StrictJson.object(bytes, ofDocument)
                        : StrictJson.yaml(bytes, ofDocument))
                .map(document -> OpenApiImport.read(document, options(openapi)));
        ofDocument.all().forEach(fault -> faults.add(PATH, name + " " + fault.message()));
        if (tools.isEmpty()) {
            return new HttpReader.Tools(List.of(), Optional.empty());
        }
        tools.get().fault().ifPresent(fault -> faults.add(PATH, name + ": " + fault.field() + ": " + fault.message()));
        tools.get().leftOut().forEach(faults::leaveOut);
        List<HttpAction> actions =
                tools.get().actions().stream().filter(this::isUsable).toList();
        if (actions.isEmpty() && faults.isEmpty()) {
            faults.add(PATH, name + ": has no operation that can be a tool");
        }
        return new HttpReader.Tools(actions, tools.get().server());
    }

    private OpenApiOptions options(JsonNode openapi) {
        return new OpenApiOptions(
                frame.integration(),
                frame.version(),
                frame.auth().scheme(),
                new OpenApiOptions.Taken(
                        frame.auth().place(), frame.headers().values().keySet()),
                Texts.set(openapi.path("include")),
                frame.answers());
    }

    /** Adds the reason when no user could ever call the tool. */
    private boolean isUsable(HttpAction action) {
        String name = action.definition().name().value();
        Optional<Scope> lacking = action.definition().requiredScopes().stream()
                .filter(scope -> !frame.auth().scheme().grantable().contains(scope))
                .findFirst();
        lacking.ifPresent(scope -> faults.leaveOut(new Violation(
                name, "needs the scope " + scope + ", which is not one of auth.scopes, so no user could have it")));
        boolean isValid =
                frame.schema().isUsable(action.definition().parameters().inputSchema());
        if (!isValid) {
            faults.leaveOut(new Violation(name, "has parameters that lead to an invalid schema"));
        }
        return lacking.isEmpty() && isValid;
    }
}
