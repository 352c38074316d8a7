package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.httptool.ResponseRules;
import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ToolVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;

/** Documents that tests import. */
final class Imported {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A busy machine may load the library slowly. */
    static final JsonSchemaValidator VALIDATOR = new JsonSchemaValidator(Duration.ofMinutes(2));

    private Imported() {}

    static OpenApiOptions options() {
        return new OpenApiOptions(
                new OpenApiOptions.Tools(new IntegrationName("shop"), new ToolVersion("1.0.0"), ResponseRules.plain()));
    }

    /** The options of a document that came from this address. */
    static OpenApiOptions from(String source) {
        return options().at(new OpenApiOptions.Address(Optional.of(HttpUrl.get(source)), Optional.empty()));
    }

    static OpenApiTools read(String text, OpenApiOptions options) {
        return OpenApiImport.read(text, options, VALIDATOR);
    }

    static OpenApiTools read(String text) {
        return read(text, options());
    }

    static HttpAction named(OpenApiTools tools, String action) {
        return tools.actions().stream()
                .filter(tool -> tool.definition().name().value().equals("shop." + action))
                .findFirst()
                .orElseThrow(() -> new AssertionError(tools.leftOut() + " " + tools.fault()));
    }

    static List<String> names(OpenApiTools tools) {
        return tools.actions().stream()
                .map(action -> action.definition().name().value().substring("shop.".length()))
                .toList();
    }

    static JsonNode schema(HttpAction action) {
        return MAPPER.valueToTree(action.definition().parameters().inputSchema());
    }

    static List<Violation> violations(HttpAction action, Map<String, Object> arguments) {
        return VALIDATOR.violations(action.definition().parameters().inputSchema(), arguments);
    }

    /** A document of OpenAPI 3.1 at https://shop.example with these members. */
    static String document(String members) {
        return "{\"openapi\": \"3.1.0\", \"servers\": [{\"url\": \"https://shop.example\"}], " + members + "}";
    }
}
