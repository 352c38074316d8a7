package dev.guildhall.http.tool;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolVersion;
import dev.guildhall.ports.tool.Visibility;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

final class ToolReaders {
    private static final int MAX_PARAMETER_NAME = 128;

    private static final RequestReader<ParameterType> TYPE = RequestReader.text(name -> ParameterType.fromWire(name)
            .orElseThrow(
                    () -> Refusal.invalid("type", "must be one of string, number, integer, boolean, array, object")));

    private static final RequestReader<ParameterType> ITEMS = RequestReader.text(name ->
            ParameterType.fromWire(name).orElseThrow(() -> Refusal.invalid("items", ParameterSpec.ITEMS_EXPECTED)));

    private static final RequestReader<Visibility> VISIBILITY = RequestReader.text(name ->
            Visibility.fromWire(name).orElseThrow(() -> Refusal.invalid("visibility", "must be private or shared")));

    private ToolReaders() {}

    static ToolId toolId(Exchange exchange) {
        return exchange.pathId("toolId", new ToolProblem.ToolNotFound(), ToolId::new);
    }

    static NewTool newTool(JsonBody body) {
        Supplier<ToolName> name = body.required("name", RequestReader.text(ToolName::new));
        Supplier<ToolDescription> description = body.required("description", RequestReader.text(ToolDescription::new));
        Supplier<ToolVersion> version = body.required("version", RequestReader.text(ToolVersion::parse));
        Supplier<ToolParameters> parameters = body.optional("parameters", parameters(), ToolParameters.none());
        Supplier<IntegrationName> integration = body.required("integration", RequestReader.text(IntegrationName::new));
        Supplier<List<Scope>> scopes = body.optional(
                "requiredScopes",
                RequestReader.list(RequestReader.text(Scope::new), ToolDefinition.MAX_SCOPES),
                List.of());
        Supplier<Optional<Visibility>> visibility = body.optional("visibility", VISIBILITY);
        body.check();
        ToolDefinition definition = new ToolDefinition(
                name.get(), description.get(), version.get(), parameters.get(), integration.get(), scopes.get());
        return new NewTool(definition, visibility.get());
    }

    private static RequestReader<ToolParameters> parameters() {
        RequestReader<Map<String, ParameterSpec>> byName = RequestReader.map(specification());
        return (node, path) -> {
            Map<String, ParameterSpec> specs = byName.read(node, path);
            specs.keySet().forEach(name -> Text.requireName(path + " names", name, 1, MAX_PARAMETER_NAME));
            return ToolParameters.of(specs);
        };
    }

    /** One definition; dependencies between its values are checked after each value is valid by itself. */
    private static RequestReader<ParameterSpec> specification() {
        return (node, path) -> RequestReader.object(body -> {
                    Supplier<ParameterType> type = body.required("type", TYPE);
                    Supplier<Optional<Boolean>> required = body.optional("required", RequestReader.flag());
                    Supplier<Optional<String>> description = body.optional("description", RequestReader.text());
                    Supplier<Optional<ParameterType>> items = body.optional("items", ITEMS);
                    Supplier<Optional<List<Object>>> options =
                            body.optional("enum", RequestReader.list(RequestReader.data(), ParameterSpec.MAX_OPTIONS));
                    Supplier<Optional<Object>> standard = body.optional("default", RequestReader.data());
                    body.check();
                    return RequestReader.below(path, () -> {
                        ParameterSpec given = new ParameterSpec(
                                type.get(),
                                required.get(),
                                description.get(),
                                items.get(),
                                options.get(),
                                standard.get());
                        given.missing().ifPresent(lack -> {
                            throw new Refusal(new CommonProblem.Invalid(List.of(lack)));
                        });
                        return given;
                    });
                })
                .read(node, path);
    }
}
