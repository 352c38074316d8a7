package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.HeaderText;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.httptool.PathTemplate;
import dev.guildhall.integrations.httptool.RequestTemplate;
import dev.guildhall.integrations.httptool.RequestTemplate.Repetition;
import dev.guildhall.integrations.httptool.ResponseRules;
import dev.guildhall.integrations.manifest.ParameterReader.ReadParameter;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class ActionReader {
    private final SharedActionSettings frame;
    private final ManifestFaults faults;

    ActionReader(SharedActionSettings frame, ManifestFaults faults) {
        this.frame = frame;
        this.faults = faults;
    }

    /** The action; empty when it is invalid, and the faults are added. */
    Optional<HttpAction> read(String name, JsonNode json) {
        String path = "actions." + name;
        Map<String, ReadParameter> parameters = parameters(json.path("parameters"), path + ".parameters");
        Optional<RequestTemplate> request = request(json, parameters, path);
        Optional<ToolDefinition> definition = definition(name, json, parameters, path);
        return request.flatMap(template -> definition.map(known ->
                new HttpAction(known, template, rules(json, frame.answers()), effect(json, template.method()))));
    }

    private static ToolEffect effect(JsonNode json, String method) {
        return ToolEffect.fromWire(json.path("effect").asText()).orElseGet(() -> ToolEffect.ofMethod(method));
    }

    private Map<String, ReadParameter> parameters(JsonNode json, String path) {
        ParameterReader reader = new ParameterReader(faults);
        Map<String, ReadParameter> parameters = new LinkedHashMap<>();
        json.properties()
                .forEach(entry -> reader.read(entry.getKey(), entry.getValue(), path + "." + entry.getKey())
                        .ifPresent(parameter -> parameters.put(entry.getKey(), parameter)));
        return parameters;
    }

    private Optional<ToolDefinition> definition(
            String name, JsonNode json, Map<String, ReadParameter> parameters, String path) {
        List<Scope> scopes = AuthReader.scopes(json.path("requiredScopes"), path + ".requiredScopes", faults);
        for (Scope scope : scopes) {
            if (!frame.auth().scheme().grantable().contains(scope)) {
                faults.add(path + ".requiredScopes", scope + " is not one of auth.scopes, so no user could have it");
            }
        }
        return faults.value(
                path,
                () -> new ToolDefinition(
                        new ToolName(frame.integration() + "." + name),
                        new ToolDescription(json.path("description").asText()),
                        frame.version(),
                        toolParameters(parameters, path),
                        frame.integration(),
                        scopes));
    }

    private ToolParameters toolParameters(Map<String, ReadParameter> parameters, String path) {
        Map<String, ParameterSpec> specs = new LinkedHashMap<>();
        parameters.forEach((name, parameter) -> specs.put(name, parameter.spec()));
        ToolParameters plain = ToolParameters.of(specs);
        if (parameters.values().stream().noneMatch(ReadParameter::hasMore)) {
            return plain;
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        parameters.forEach((name, parameter) -> properties.put(name, parameter.schema()));
        Map<String, Object> schema = new LinkedHashMap<>(plain.inputSchema());
        schema.put("properties", properties);
        if (!frame.schema().validator().isUsable(schema)) {
            faults.add(path + ".parameters", "lead to an invalid schema");
        }
        return new ToolParameters(specs, Optional.of(schema));
    }

    private Optional<RequestTemplate> request(JsonNode json, Map<String, ReadParameter> parameters, String path) {
        String method = json.path("method").asText();
        String template = json.path("path").asText();
        Map<String, String> query = Texts.map(json.path("query"));
        Map<String, String> headers = headers(json.path("headers"), path + ".headers");
        PlaceCheck.Constants constants = new PlaceCheck.Constants(query.keySet(), headers.keySet());
        new PlaceCheck(frame, faults).check(template, constants, parameters, path);
        Optional<RequestTemplate.Body> body = new BodyReader(faults).read(method, json, parameters, path);
        Optional<String> keyHeader =
                Optional.ofNullable(json.path("idempotencyKey").textValue());
        keyHeader.ifPresent(header -> faults.addIf(path + ".idempotencyKey", HeaderText.argumentNameFault(header)));
        boolean idempotent = json.path("idempotent").asBoolean(Repetition.isIdempotent(method));
        return PathTemplate.fault(template).isPresent()
                ? Optional.empty()
                : Optional.of(new RequestTemplate(
                        method,
                        PathTemplate.of(template),
                        query,
                        headers,
                        parameters.values().stream().map(ReadParameter::placed).toList(),
                        body,
                        new Repetition(idempotent, keyHeader)));
    }

    private Map<String, String> headers(JsonNode json, String path) {
        StaticHeaders headers = StaticHeaders.read(json, path, new EnvironmentTexts(Map.of()), faults);
        headers.refuse(frame.auth().place(), path, faults);
        return headers.values();
    }

    /** The rules for responses; absent settings are taken from the given rules. */
    static ResponseRules rules(JsonNode json, ResponseRules otherwise) {
        JsonNode success = json.path("success");
        JsonNode error = json.path("error");
        return new ResponseRules(
                json.path("answer").asText().equals("text") ? ResponseRules.Form.TEXT : otherwise.form(),
                json.has("result") ? pointer(json.path("result")) : otherwise.result(),
                success.isObject()
                        ? Optional.of(
                                new ResponseRules.Success(pointer(success.path("pointer")), success.path("equals")))
                        : otherwise.success(),
                error.isObject() ? Optional.of(pointer(error.path("pointer"))) : otherwise.error(),
                error.isObject() ? codes(error) : otherwise.codes());
    }

    private static ResponseRules.Codes codes(JsonNode error) {
        return new ResponseRules.Codes(
                Texts.set(error.path("unauthorized")),
                Texts.set(error.path("rateLimited")),
                Texts.set(error.path("unavailable")));
    }

    private static JsonPointer pointer(JsonNode text) {
        return JsonPointer.compile(text.asText());
    }
}
