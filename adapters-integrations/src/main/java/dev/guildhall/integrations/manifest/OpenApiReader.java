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
    private static final System.Logger LOG = System.getLogger(OpenApiReader.class.getName());
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
                .flatMap(bytes -> StrictJson.object(bytes, ofDocument))
                .map(document -> OpenApiImport.read(document, options(openapi)));
        ofDocument.all().forEach(fault -> faults.add(PATH, name + " " + fault.message()));
        if (tools.isEmpty()) {
            return new HttpReader.Tools(List.of(), Optional.empty());
        }
        tools.get().faults().forEach(fault -> add(name, fault));
        tools.get()
                .skipped()
                .forEach(skipped -> LOG.log(
                        System.Logger.Level.WARNING,
                        "{0}: {1} does not become a tool: it {2}",
                        name,
                        skipped.field(),
                        skipped.message()));
        tools.get().actions().forEach(action -> check(name, action));
        return new HttpReader.Tools(tools.get().actions(), tools.get().server());
    }

    private void add(String document, Violation fault) {
        faults.add(PATH, document + ": " + fault.field() + ": " + fault.message());
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

    private void check(String document, HttpAction action) {
        for (Scope scope : action.definition().requiredScopes()) {
            if (!frame.auth().scheme().grantable().contains(scope)) {
                faults.add(
                        PATH,
                        document + ": " + action.definition().name() + " needs " + scope
                                + ", which is not one of auth.scopes, so no user could have it");
            }
        }
        if (!frame.schema().isUsable(action.definition().parameters().inputSchema())) {
            faults.add(
                    PATH,
                    document + ": the parameters of " + action.definition().name() + " lead to an invalid schema");
        }
    }
}
