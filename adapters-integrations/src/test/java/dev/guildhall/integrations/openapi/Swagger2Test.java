package dev.guildhall.integrations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.guildhall.integrations.httptool.BodyFormat;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.httptool.HttpAction;
import dev.guildhall.integrations.httptool.ListStyle;
import dev.guildhall.integrations.httptool.Place;
import dev.guildhall.integrations.httptool.PlacedParameter;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Violation;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;

class Swagger2Test {
    private static final String PETS = """
        swagger: '2.0'
        info: {title: Pets, description: All of them., version: '1'}
        host: pets.example
        basePath: /v2
        schemes: [http, https]
        consumes: [application/json, application/xml]
        security: [{consent: ['read:pets']}]
        securityDefinitions:
          consent:
            type: oauth2
            flow: accessCode
            authorizationUrl: https://pets.example/authorize
            tokenUrl: https://pets.example/token
            scopes: {'read:pets': read, 'write:pets': write}
          key: {type: apiKey, in: header, name: X-Key}
          basic: {type: basic}
        parameters:
          Limit: {name: limit, in: query, type: integer, maximum: 100, description: How many.}
          NewPet: {name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
        paths:
          /pets:
            parameters: [{$ref: '#/parameters/Limit'}]
            get:
              operationId: findPets
              parameters:
                - {name: status, in: query, type: array, collectionFormat: multi, items: {type: string, enum: [a, b]}}
                - {name: tags, in: query, type: array, items: {type: string}}
                - {name: piped, in: query, type: array, collectionFormat: pipes, items: {type: string}}
                - {name: spaced, in: query, type: array, collectionFormat: ssv, items: {type: string}}
                - {name: tabs, in: query, type: array, collectionFormat: tsv, items: {type: string}}
                - {name: X-Trace, in: header, type: array, items: {type: string}}
            post: {operationId: addPet, parameters: [{$ref: '#/parameters/NewPet'}]}
          /pets/{id}:
            post:
              operationId: changePet
              consumes: [application/x-www-form-urlencoded]
              security: [{consent: ['write:pets']}]
              parameters:
                - {name: id, in: path, required: true, type: integer, format: int64}
                - {name: name, in: formData, required: true, type: string}
                - {name: tags, in: formData, type: array, collectionFormat: multi, items: {type: string}}
          /pets/{id}/picture:
            post:
              operationId: addPicture
              parameters:
                - {name: id, in: path, required: true, type: integer}
                - {name: note, in: formData, type: string}
                - {name: file, in: formData, required: true, type: file, description: The picture.}
          /xml: {post: {operationId: xml, consumes: [application/xml], parameters: [{name: b, in: body, required: true, schema: {type: object}}]}}
        definitions:
          Pet:
            type: object
            required: [name]
            properties:
              id: {type: integer, readOnly: true}
              name: {type: string, x-nullable: true}
              parent: {$ref: '#/definitions/Pet'}
        """;

    @Test
    void a_document_becomes_tools_with_its_address_words_and_sign_in() {
        OpenApiTools tools = Imported.read(PETS);

        assertThat(tools.fault()).isEmpty();
        assertThat(tools.about()).isEqualTo(new OpenApiTools.About("Pets", "All of them."));
        assertThat(tools.base()).contains(HttpUrl.get("https://pets.example/v2"));
        assertThat(Imported.names(tools)).containsExactly("find_pets", "add_pet", "change_pet", "add_picture");
        assertThat(tools.leftOut())
                .containsExactly(
                        new Violation("POST /xml", "has a body that is neither JSON nor a form: application/xml"));
        assertThat(tools.warnings())
                .containsExactly(new Violation(
                        "GET /pets", "lacks an optional parameter, since it has the parameter tabs in the style tsv"));
        assertThat(tools.auth())
                .isEqualTo(new ApiAuth(
                        new AuthScheme.OAuth2(List.of(new Scope("read:pets"), new Scope("write:pets")), false),
                        CredentialPlace.bearer(),
                        Optional.of(new ApiAuth.Provider(
                                URI.create("https://pets.example/authorize"),
                                URI.create("https://pets.example/token")))));
        assertThat(Imported.named(tools, "change_pet").definition().requiredScopes())
                .containsExactly(new Scope("write:pets"));
    }

    @Test
    void the_styles_of_lists_are_those_of_collection_format() {
        HttpAction find = Imported.named(Imported.read(PETS), "find_pets");

        assertThat(find.request().parameters())
                .extracting(PlacedParameter::name, PlacedParameter::style)
                .containsExactly(
                        tuple("limit", ListStyle.REPEAT),
                        tuple("status", ListStyle.REPEAT),
                        tuple("tags", ListStyle.COMMA),
                        tuple("piped", ListStyle.PIPE),
                        tuple("spaced", ListStyle.SPACE),
                        tuple("X-Trace", ListStyle.COMMA));
        assertThat(Imported.schema(find).at("/properties/limit"))
                .hasToString("{\"type\":\"integer\",\"maximum\":100,\"description\":\"How many.\"}");
        assertThat(Imported.schema(find).at("/properties/status/items/enum")).hasToString("[\"a\",\"b\"]");
    }

    @Test
    void a_body_is_that_of_its_definition() {
        HttpAction add = Imported.named(Imported.read(PETS), "add_pet");

        assertThat(add.request().body())
                .hasValueSatisfying(body -> assertThat(body.format()).isEqualTo(BodyFormat.JSON));
        assertThat(add.request().parameters())
                .extracting(PlacedParameter::name)
                .containsExactly("limit", "name", "parent");
        assertThat(Imported.violations(add, Map.of("name", "Rex", "parent", Map.of("name", "Bo"))))
                .isEmpty();
        assertThat(Imported.violations(add, Map.of("parent", Map.of("name", "Bo"))))
                .isNotEmpty();
    }

    @Test
    void form_fields_and_files_are_a_body() {
        OpenApiTools tools = Imported.read(PETS);
        HttpAction change = Imported.named(tools, "change_pet");
        HttpAction picture = Imported.named(tools, "add_picture");

        assertThat(change.request().body()).hasValueSatisfying(body -> {
            assertThat(body.format()).isEqualTo(BodyFormat.FORM);
            assertThat(body.styles()).containsExactly(Map.entry("tags", ListStyle.REPEAT));
        });
        assertThat(change.request().parameters())
                .extracting(PlacedParameter::name, PlacedParameter::place)
                .containsExactly(tuple("id", Place.PATH), tuple("name", Place.BODY), tuple("tags", Place.BODY));
        assertThat(picture.request().body()).hasValueSatisfying(body -> {
            assertThat(body.format()).isEqualTo(BodyFormat.MULTIPART);
            assertThat(body.files()).containsExactly("file");
        });
        assertThat(Imported.violations(picture, Map.of("id", 1, "file", Map.of("name", "a.png", "base64", "AA=="))))
                .isEmpty();
        assertThat(Imported.violations(picture, Map.of("id", 1, "file", "AA==")))
                .isNotEmpty();
    }

    @Test
    void what_the_address_lacks_is_that_of_the_document() {
        String bare = "{\"swagger\": \"2.0\", %s \"paths\": {\"/a\": {\"get\": {}}}}";

        assertThat(Imported.read(
                                bare.formatted("\"basePath\": \"/v1\","), Imported.from("http://a.example:81/x/y.json"))
                        .base())
                .contains(HttpUrl.get("http://a.example:81/v1"));
        assertThat(Imported.read(bare.formatted("\"host\": \"b.example:8443\","), Imported.from("http://a.example/"))
                        .base())
                .contains(HttpUrl.get("http://b.example:8443/"));
        assertThat(Imported.read(bare.formatted("\"host\": \"b.example\", \"schemes\": [\"ws\", \"http\"],"))
                        .base())
                .contains(HttpUrl.get("http://b.example/"));
        assertThat(Imported.read(bare.formatted("")).fault())
                .contains(new Violation(
                        "baseUrl", "is required, since the OpenAPI document names no server by an absolute address"));
    }
}
