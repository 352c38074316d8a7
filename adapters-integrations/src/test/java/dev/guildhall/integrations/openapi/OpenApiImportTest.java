package dev.guildhall.integrations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.httptool.BodyFormat;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.httptool.ListStyle;
import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Violation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiImportTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final AuthScheme OAUTH =
            new AuthScheme.OAuth2(List.of(new Scope("orders:read"), new Scope("orders:write")), true);

    private static JsonNode shop() {
        return resource("/openapi/shop.openapi.json");
    }

    private static JsonNode resource(String name) {
        try (InputStream in = OpenApiImportTest.class.getResourceAsStream(name)) {
            byte[] text = Objects.requireNonNull(in).readAllBytes();
            return DocumentText.read(new String(text, StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private static OpenApiTools read(JsonNode document, AuthScheme auth, String... include) {
        return Imported.read(
                document.toString(),
                Imported.options()
                        .withAuth(new ApiAuth(auth, CredentialPlace.bearer(), Optional.empty()))
                        .including(Set.of(include)));
    }

    private static HttpAction tool(String name) {
        return read(shop(), OAUTH).actions().stream()
                .filter(action -> action.definition().name().value().equals("shop." + name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Object> schema(HttpAction tool) {
        return tool.definition().parameters().inputSchema();
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private static List<Violation> violations(HttpAction tool, String arguments) {
        Map<String, Object> plain = MAPPER.convertValue(json(arguments), new TypeReference<>() {});
        return new JsonSchemaValidator().violations(schema(tool), plain);
    }

    @Test
    void each_operation_becomes_a_tool_with_a_name_of_its_own() {
        OpenApiTools tools = read(shop(), OAUTH);

        assertThat(tools.fault()).isEmpty();
        assertThat(tools.base()).hasValue(HttpUrl.get("https://eu.shop.example/api/v2"));
        assertThat(tools.actions())
                .extracting(action -> action.definition().name().value() + " "
                        + action.request().method())
                .containsExactly(
                        "shop.list_orders GET",
                        "shop.create_order POST",
                        "shop.get_orders_limit GET",
                        "shop.list_orders_2 PATCH",
                        "shop.replace_categories PUT",
                        "shop.log_in POST");
    }

    @Test
    void what_no_tool_can_do_is_skipped_with_its_reason() {
        assertThat(read(shop(), OAUTH).leftOut())
                .containsExactly(
                        new Violation("POST /files", "has a form whose fields are not described"),
                        new Violation("DELETE /files", "has a server of its own"),
                        new Violation("GET /matrix/{m}", "has the parameter m in the style matrix"),
                        new Violation(
                                "GET /elsewhere",
                                "refers to another document, https://other.example/parameters.json#/x"));
        assertThat(read(shop(), OAUTH).warnings())
                .containsExactly(new Violation(
                        "GET /orders", "lacks an optional parameter, since it has the parameter session in cookie"));
    }

    @Test
    void summary_and_description_are_told_and_what_is_deprecated() {
        assertThat(tool("list_orders").definition().description().value()).isEqualTo("Lists orders.\n\nNewest first.");
        assertThat(tool("get_orders_limit").definition().description().value())
                .isEqualTo("Deprecated. GET /orders/{limit}");
    }

    @Test
    void parameters_of_the_path_are_joined_with_those_of_the_operation_which_win() {
        HttpAction tool = tool("list_orders");

        assertThat(tool.request().parameters())
                .extracting(one -> one.name() + " " + one.place().wireName() + " " + one.target() + " " + one.style())
                .containsExactly(
                        "X-Tenant header X-Tenant COMMA",
                        "limit query limit REPEAT",
                        "status query status REPEAT",
                        "ids query ids COMMA",
                        "filter query filter DEEP",
                        "sort_by query sort[by] REPEAT",
                        "where query where JSON");
        assertThat(schema(tool)).containsEntry("required", List.of("X-Tenant"));
        assertThat(json(MAPPER.valueToTree(schema(tool)).toString()).at("/properties/limit"))
                .isEqualTo(json("{\"type\":\"integer\",\"exclusiveMinimum\":1,\"maximum\":100,"
                        + "\"description\":\"The most to answer with.\"}"));
    }

    @Test
    void one_name_in_two_places_becomes_two() {
        assertThat(tool("get_orders_limit").request().parameters())
                .extracting(PlacedParameter::name)
                .containsExactly("limit", "limit_query");
        assertThat(tool("create_order").request().parameters())
                .extracting(PlacedParameter::name)
                .containsExactly("X-Tenant", "limit", "note", "items", "X-Tenant_body");
    }

    @Test
    void the_members_of_a_body_become_parameters_without_those_that_are_read_only() {
        HttpAction tool = tool("create_order");

        assertThat(schema(tool)).containsEntry("required", List.of("X-Tenant", "note", "items"));
        assertThat(tool.request().parameters())
                .extracting(PlacedParameter::target)
                .containsExactly("X-Tenant", "limit", "/note", "/items", "/X-Tenant");
        assertThat(violations(tool, "{\"X-Tenant\": \"t\", \"note\": \"n\", \"items\": [{\"sku\": \"A\"}]}"))
                .isEmpty();
        assertThat(violations(tool, "{\"X-Tenant\": \"t\", \"note\": \"n\", \"items\": [{\"sku\": \"a\"}]}"))
                .isNotEmpty();
    }

    @Test
    void a_schema_that_refers_to_itself_stays_finite_and_is_checked_all_the_way_down() {
        HttpAction tool = tool("replace_categories");

        assertThat(violations(tool, "{\"name\": \"a\", \"children\": [{\"children\": [{\"name\": \"b\"}]}]}"))
                .isEmpty();
        assertThat(violations(tool, "{\"name\": \"a\", \"children\": [{\"children\": [{\"name\": 7}]}]}"))
                .isNotEmpty();
    }

    @Test
    void a_body_that_need_not_be_there_is_one_parameter() {
        HttpAction tool = tool("list_orders_2");

        assertThat(tool.request().parameters())
                .extracting(PlacedParameter::name)
                .containsExactly("limit", "body");
        assertThat(tool.request().parameters().getLast().target()).isEmpty();
        assertThat(schema(tool)).containsEntry("required", List.of("limit"));
    }

    @Test
    void a_form_is_sent_as_a_form() {
        assertThat(tool("log_in").request().body())
                .hasValueSatisfying(body -> assertThat(body.format()).isEqualTo(BodyFormat.FORM));
    }

    @Test
    void scopes_are_those_of_the_consent_that_the_document_names() {
        assertThat(tool("list_orders").definition().requiredScopes()).containsExactly(new Scope("orders:read"));
        assertThat(tool("create_order").definition().requiredScopes())
                .containsExactly(new Scope("orders:write"), new Scope("orders:read"));
        assertThat(tool("get_orders_limit").definition().requiredScopes()).isEmpty();
        assertThat(read(shop(), new AuthScheme.None()).actions())
                .allSatisfy(action ->
                        assertThat(action.definition().requiredScopes()).isEmpty());
    }

    @Test
    void only_the_wanted_operations_become_tools() {
        OpenApiTools tools = read(shop(), OAUTH, "logIn", "GET /orders");

        assertThat(tools.actions())
                .extracting(action -> action.definition().name().value())
                .containsExactly("shop.list_orders", "shop.log_in");
        assertThat(read(shop(), OAUTH, "logIn", "logOut").leftOut())
                .containsExactly(new Violation("logOut", "is in include, and not in the document"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|openapi: must be 3.0, 3.1 or 3.2, or \"swagger\" must be \"2.0\"",
                "{\"swagger\": \"1.2\"}|openapi: must be 3.0, 3.1 or 3.2",
                "{\"openapi\": \"4.0.0\"}|openapi: must be 3.0, 3.1 or 3.2",
                "{\"swagger\": \"2.0\"}|paths: has no operation that can be a tool",
                "{\"openapi\": \"3.1.0\", \"paths\": {}}|paths: has no operation that can be a tool",
                "{\"openapi\": \"3.1.0\", \"paths\": {\"/x\": {\"$ref\": \"#/components/pathItems/gone\"}}}|/x there"
                        + " is nothing at #/components/pathItems/gone",
                "{\"openapi\": \"3.1.0\", \"paths\": {\"/x/{y}\": {\"get\": {}}}}|GET /x/{y} the placeholders of the"
                        + " path are not the parameters of the path",
                "{\"openapi\": \"3.1.0\", \"paths\": {\"/x\": {\"get\": {\"parameters\": [{\"$ref\": \"#/a\"}]}}},"
                        + " \"a\": {\"$ref\": \"#/b\"}, \"b\": {\"$ref\": \"#/a\"}}|GET /x #/a refers to itself in a"
                        + " cycle"
            })
    void a_document_that_is_broken_is_told_where(String document, String fault) {
        assertThat(read(json(document), OAUTH).fault().map(Violation::toString).orElseThrow())
                .contains(fault);
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/gone", "#x"})
    void a_schema_that_refers_to_nothing_accepts_any_value(String reference) {
        OpenApiTools tools = read(json("""
            {"openapi": "3.1.0", "paths": {"/x": {"post": {"operationId": "x",
              "parameters": [{"name": "q", "in": "query", "schema": {"$ref": "%1$s"}}],
              "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object",
                "properties": {"a": {"$ref": "%1$s"}}}}}}}}}}
            """.formatted(reference)), OAUTH);

        assertThat(tools.leftOut()).isEmpty();
        assertThat(violations(tools.actions().getFirst(), "{\"q\": 1, \"a\": [true]}"))
                .isEmpty();
    }

    @Test
    void a_broken_operation_takes_no_other_with_it() {
        OpenApiTools tools = read(json("""
            {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}],
              "paths": {"/x": {"get": {"operationId": "x"}}, "/y/{z}": {"get": {}},
              "/w": {"$ref": "#/gone"}}}
            """), OAUTH);

        assertThat(tools.fault()).isEmpty();
        assertThat(tools.actions()).hasSize(1);
        assertThat(tools.leftOut())
                .containsExactly(
                        new Violation("/w", "there is nothing at #/gone"),
                        new Violation("GET /y/{z}", "the placeholders of the path are not the parameters of the path"));
    }

    @Test
    void an_optional_form_is_still_a_form() {
        OpenApiTools tools = read(post(), new AuthScheme.None());
        HttpAction send = named(tools, "send_letter");

        assertThat(tools.leftOut()).isEmpty();
        assertThat(send.request().body()).hasValueSatisfying(body -> {
            assertThat(body.mediaType()).isEqualTo("application/x-www-form-urlencoded");
            assertThat(body.styles()).containsExactly(Map.entry("Tags", ListStyle.DEEP));
        });
        assertThat(violations(send, "{}")).isEmpty();
        assertThat(violations(send, "{\"Tags\": {\"colour\": \"red\"}}"))
                .singleElement()
                .extracting(Violation::toString)
                .asString()
                .contains("To");
        assertThat(violations(send, "{\"To\": \"Ada\", \"Tags\": {\"colour\": \"red\"}}"))
                .isEmpty();
    }

    @Test
    void the_server_of_an_operation_may_be_that_of_the_document() {
        OpenApiTools tools = read(post(), new AuthScheme.None());

        assertThat(tools.base()).contains(HttpUrl.get("https://post.example/v1"));
        assertThat(tools.actions()).hasSize(3);
    }

    @Test
    void a_document_whose_operations_alone_name_a_server_has_that_one() {
        OpenApiTools tools = read(json("""
            {"openapi": "3.1.0", "paths": {
              "/x": {"get": {"operationId": "x", "servers": [{"url": "https://a.example/"}]}},
              "/y": {"get": {"operationId": "y", "servers": [{"url": "https://a.example"}]}},
              "/z": {"get": {"operationId": "z", "servers": [{"url": "https://b.example"}]}}}}
            """), OAUTH);

        assertThat(tools.base()).contains(HttpUrl.get("https://a.example"));
        assertThat(tools.actions()).hasSize(2);
        assertThat(tools.leftOut()).containsExactly(new Violation("GET /z", "has a server of its own"));
    }

    @Test
    void the_server_is_that_of_the_wanted_operations() {
        OpenApiTools tools = read(json("""
            {"openapi": "3.1.0", "paths": {
              "/x": {"get": {"operationId": "x", "servers": [{"url": "https://a.example"}]}},
              "/z": {"get": {"operationId": "z", "servers": [{"url": "https://b.example"}]}}}}
            """), OAUTH, "z");

        assertThat(tools.base()).contains(HttpUrl.get("https://b.example"));
        assertThat(tools.actions()).hasSize(1);
        assertThat(tools.leftOut()).isEmpty();
    }

    @Test
    void an_encoding_that_has_only_a_content_type_has_no_style() {
        OpenApiTools tools = read(json("""
            {"openapi": "3.1.0", "paths": {"/x": {"post": {"operationId": "x", "requestBody": {"content": {
              "application/x-www-form-urlencoded": {
                "schema": {"type": "object", "properties": {"a": {"type": "object"}, "b": {"type": "array"}}},
                "encoding": {"a": {"contentType": "application/json"}, "b": {"style": "spaceDelimited"}}}}}}}}}
            """), new AuthScheme.None());

        assertThat(tools.actions().getFirst().request().body())
                .hasValueSatisfying(body -> assertThat(body.styles()).doesNotContainKey("a"));
    }

    @Test
    void a_deep_parameter_takes_an_object_a_list_or_a_single_value() {
        HttpAction list = named(read(post(), new AuthScheme.None()), "list_letters");

        assertThat(list.request().parameters())
                .extracting(PlacedParameter::name, PlacedParameter::style)
                .containsExactly(tuple("sent", ListStyle.DEEP), tuple("expand", ListStyle.DEEP));
    }

    @Test
    void a_type_with_the_suffix_of_json_is_json() {
        HttpAction change = named(read(post(), new AuthScheme.None()), "change_letter");

        assertThat(change.request().body()).hasValueSatisfying(body -> {
            assertThat(body.format()).isEqualTo(BodyFormat.JSON);
            assertThat(body.mediaType()).isEqualTo("application/merge-patch+json");
        });
    }

    @Test
    void an_optional_parameter_that_cannot_be_sent_is_left_out_with_its_reason() {
        OpenApiTools tools = read(json("""
            {"openapi": "3.1.0", "paths": {"/x": {"get": {"operationId": "x", "parameters": [
              {"name": "q", "in": "cookie"}]}}}}
            """), OAUTH);

        assertThat(tools.actions()).hasSize(1);
        assertThat(tools.leftOut()).isEmpty();
        assertThat(tools.warnings())
                .containsExactly(
                        new Violation("GET /x", "lacks an optional parameter, since it has the parameter q in cookie"));
    }

    private static JsonNode post() {
        return resource("/openapi/post.openapi.yaml");
    }

    private static HttpAction named(OpenApiTools tools, String action) {
        return tools.actions().stream()
                .filter(tool -> tool.definition().name().value().endsWith("." + action))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void today_s_documents_are_read_with_their_keywords() {
        OpenApiTools tools = read(json("""
            {"openapi": "3.1.1", "paths": {"/x": {"get": {"operationId": "x", "parameters": [
              {"name": "q", "in": "query", "schema": {"type": ["string", "null"], "pattern": "(?<bad", "minLength": 2,
                "examples": ["a"], "deprecated": true}}]}}}}
            """), OAUTH);

        assertThat(MAPPER.valueToTree(schema(tools.actions().getFirst())).at("/properties/q"))
                .isEqualTo(json("{\"type\":[\"string\",\"null\"],\"minLength\":2}"));
        assertThat(tools.base()).isEmpty();
    }

    @Test
    void schemas_without_end_are_left_open_beyond_the_bound() {
        ObjectNode document = MAPPER.createObjectNode().put("openapi", "3.1.0");
        ObjectNode parameter =
                MAPPER.createObjectNode().put("name", "q").put("in", "query").put("style", "form");
        parameter.putObject("schema").put("type", "array").putObject("items").put("$ref", "#/s/0");
        document.putObject("paths")
                .putObject("/x")
                .putObject("get")
                .putArray("parameters")
                .add(parameter);
        ObjectNode schemas = document.putObject("s");
        for (int i = 0; i < 3 * OpenApiLimits.DEFINITIONS; i++) {
            schemas.putObject("" + i).putObject("properties").putObject("n").put("$ref", "#/s/" + (i + 1));
        }

        OpenApiTools tools = read(document, OAUTH);

        assertThat(tools.warnings())
                .containsExactly(
                        new Violation("GET /x", "has a large schema, so any value is accepted in 1 of its parts"));
        assertThat(tools.actions().getFirst().request().parameters().getFirst().style())
                .isEqualTo(ListStyle.REPEAT);
        assertThat(MAPPER.valueToTree(schema(tools.actions().getFirst())).path("$defs"))
                .hasSize(OpenApiLimits.DEFINITIONS + 1);
        assertThat(violations(tools.actions().getFirst(), "{\"q\": [{\"n\": {}}]}"))
                .isEmpty();
    }
}
