package dev.guildhall.integrations.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every fault of a manifest is reported with file, position and reason. */
class ManifestFaultsTest {
    private static final String GET = "\"get\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\"}";

    private static final String INVALID = "Its manifest is invalid; correct it, and restart the server. ";

    @TempDir
    private Path directory;

    private List<String> faults() {
        return Manifests.load(directory, Map.of("SET", "a\nb"), Declared.parts()).stream()
                .flatMap(endpoint -> endpoint.integration().fault().stream())
                .filter(fault -> fault.startsWith(INVALID))
                .flatMap(fault -> Stream.of(fault.substring(INVALID.length()).split("; ")))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|must be a JSON object",
                "[]|must be a JSON object",
                "{|is not JSON: ",
                "{\"name\": \"a\", \"name\": \"b\"}|is not JSON: Duplicate field 'name'",
                "{} {}|is not JSON: ",
                "{}|name: is required",
                "{}|kind: is required"
            })
    void a_file_that_is_no_manifest(String content, String fault) {
        Declared.write(directory, "api.json", content == null ? "" : content);

        assertThat(faults()).anySatisfy(line -> assertThat(line).startsWith("api.json: " + fault));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"colour\": 1|colour: is not a known parameter",
                "\"roles\": [\"root\"]|roles[0]: ",
                "\"roles\": []|roles: ",
                "\"version\": 1|version: must be a string",
                "\"openapi\": \"x.openapi.json\"|actions: is not allowed here",
                "\"mcp\": {}|mcp: is not allowed here",
                "\"headers\": {\"Host\": \"x\"}|headers.Host: is a header that the client writes itself",
                "\"headers\": {\"A\": \"x\", \"a\": \"x\"}|headers.a: is listed twice",
                "\"headers\": {\"A\": {\"env\": \"SET\"}}|headers.A: must be one line",
                "\"headers\": {\"A\": {\"env\": \"UNSET\"}}|headers.A: needs the environment variable UNSET, which is"
                        + " not set",
                "\"headers\": {\"A\": {\"env\": \"GUILDHALL_SECRET_KEY\"}}|headers.A: must not name"
                        + " GUILDHALL_SECRET_KEY",
                "\"headers\": {\"A\": {\"var\": \"X\"}}|headers.A.env: is required",
                "\"auth\": {}|auth.type: is required",
                "\"auth\": {\"type\": \"basic\"}|auth.type: ",
                "\"auth\": {\"type\": \"none\", \"header\": \"x\"}|auth.header: is not a known parameter",
                "\"auth\": {\"type\": \"apiKey\"}|auth.header: is required",
                "\"auth\": {\"type\": \"apiKey\", \"header\": \"a b\"}|auth.header: is not the name of a header",
                "\"auth\": {\"type\": \"apiKey\", \"query\": \"k\", \"header\": \"X\"}|auth.header: is not allowed"
                        + " here",
                "\"auth\": {\"type\": \"apiKey\", \"header\": \"X-K\"}, \"headers\": {\"x-k\": \"1\"}|headers: must"
                        + " not have X-K",
                "\"auth\": {\"type\": \"oauth2\"}|auth.clientId: is required",
                "\"auth\": {\"type\": \"oauth2\", \"clientId\": \"c\"}|auth.tokenUrl: is required: only an MCP server",
                "\"auth\": {\"type\": \"oauth2\", \"authorizationUrl\": \"ftp://x\", \"tokenUrl\": \"https://u:p@x\","
                        + " \"clientId\": \"c\"}|auth.tokenUrl: must be an http or https address without a user",
                "\"auth\": {\"type\": \"oauth2\", \"authorizationUrl\": \"https://x/#f\", \"tokenUrl\": \"https://x\","
                        + " \"clientId\": \"c\"}|auth.authorizationUrl: must not have a fragment",
                "\"auth\": {\"type\": \"oauth2\", \"authorizationUrl\": \"https://x\", \"tokenUrl\": \"https://x\","
                        + " \"clientId\": \"c\", \"clientSecret\": \"plain\"}|auth.clientSecret: must be an object",
                "\"auth\": {\"type\": \"oauth2\", \"authorizationUrl\": \"https://x\", \"tokenUrl\": \"https://x\","
                        + " \"clientId\": \"c\", \"authorizationParameters\": {\"state\":"
                        + " \"x\"}}|auth.authorizationParameters",
                "\"success\": {\"pointer\": \"ok\", \"equals\": true}|success.pointer: "
            })
    void a_manifest_whose_head_is_wrong(String part, String fault) {
        Declared.write(
                directory, "api.json", Declared.manifest("https://api.example", part + ", \"actions\": {" + GET + "}"));

        assertThat(faults()).anySatisfy(line -> assertThat(line).startsWith("api.json: " + fault));
    }

    @ParameterizedTest
    @CsvSource({
        "ftp://x,must be an http or https address",
        "https://u@x,must be an http or https address",
        "https://x?a=b,must not have a query",
        "https://x#f,must not have a query",
        "x,must be an http or https address"
    })
    void a_base_that_is_no_address(String base, String fault) {
        Declared.write(directory, "api.json", Declared.manifest(base, "\"actions\": {" + GET + "}"));

        assertThat(faults()).singleElement().asString().startsWith("api.json: baseUrl: " + fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"A b\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\"}|actions",
                "\"a\": {\"method\": \"GET\", \"path\": \"/x\"}|actions.a.description: is required",
                "\"a\": {\"description\": \"d\", \"method\": \"get\", \"path\": \"/x\"}|actions.a.method: ",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"x\"}|actions.a.path: must begin with"
                        + " /",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/../x\"}|actions.a.path: must not"
                        + " have segments",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/{p}\"}|actions.a.path: has {p},"
                        + " which is not a parameter of the path",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"p\":"
                    + " {\"type\": \"string\", \"in\": \"path\"}}}|actions.a.parameters.p: has no place of its own in"
                    + " the path",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"query\": {\"q\": \"1\"},"
                    + " \"parameters\": {\"q\": {\"type\": \"string\", \"in\": \"query\"}}}|actions.a.parameters.q: is"
                    + " set already",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"query\": {\"key\":"
                        + " \"1\"}}|actions.a.query.key: is the position of the credential",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"key\":"
                        + " {\"type\": \"string\", \"in\": \"query\"}}}|actions.a.parameters.key: is set already",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"h\":"
                        + " {\"type\": \"string\", \"in\": \"header\", \"as\":"
                        + " \"authorization\"}}}|actions.a.parameters.h: is a header with credentials",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"h\":"
                        + " {\"type\": \"string\", \"in\": \"header\", \"as\":"
                        + " \"Transfer-Encoding\"}}}|actions.a.parameters.h: is a header that the client writes itself",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"b\":"
                        + " {\"type\": \"string\", \"in\": \"body\"}}}|actions.a.method: is GET, which has no body",
                "\"a\": {\"description\": \"d\", \"method\": \"POST\", \"path\": \"/x\", \"parameters\": {\"b\":"
                    + " {\"type\": \"string\", \"in\": \"body\", \"pointer\": \"/x\"}, \"c\": {\"type\": \"string\","
                    + " \"in\": \"body\", \"pointer\": \"/x/y\"}}}|actions.a.parameters: the pointer /x/y leads"
                    + " through another parameter",
                "\"a\": {\"description\": \"d\", \"method\": \"POST\", \"path\": \"/x\", \"parameters\": {\"b\":"
                    + " {\"type\": \"string\", \"in\": \"body\"}}, \"body\": {\"x\": 1}}|actions.a.parameters.b: goes"
                    + " into the body, which does not name it",
                "\"a\": {\"description\": \"d\", \"method\": \"POST\", \"path\": \"/x\", \"body\": {\"x\":"
                        + " {\"$param\": \"gone\"}}}|actions.a.body: names gone, which is not a parameter of the body",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"o\":"
                        + " {\"type\": \"object\", \"in\": \"query\"}}}|actions.a.parameters.o.style: must be json or"
                        + " deep",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"n\":"
                    + " {\"type\": \"integer\", \"in\": \"query\", \"default\": \"x\"}}}|actions.a.parameters.n: must"
                    + " be of type integer",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"n\":"
                        + " {\"type\": \"integer\", \"in\": \"cookie\"}}}|actions.a.parameters.n.in: ",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"n\":"
                        + " {\"type\": \"string\", \"in\": \"query\", \"schema\": {\"pattern\":"
                        + " \"(\"}}}}|actions.a.parameters: lead to an invalid schema",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"parameters\": {\"n\":"
                        + " {\"type\": \"string\", \"in\": \"query\", \"schema\": {\"type\":"
                        + " \"integer\"}}}}|actions.a.parameters.n.schema.type: must be the type",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"requiredScopes\":"
                        + " [\"write\"]}|actions.a.requiredScopes: write is not one of auth.scopes",
                "\"a\": {\"description\": \"d\", \"method\": \"GET\", \"path\": \"/x\", \"result\":"
                        + " \"items\"}|actions.a.result: "
            })
    void an_action_that_is_wrong(String action, String fault) {
        Declared.write(
                directory,
                "api.json",
                Declared.manifest(
                        "https://api.example",
                        "\"auth\": {\"type\": \"apiKey\", \"query\": \"key\", \"scopes\": [\"read\"]}, \"actions\": {"
                                + action + "}"));

        assertThat(faults()).anySatisfy(line -> assertThat(line).startsWith("api.json: " + fault));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|mcp.url: is required",
                "{\"url\": \"https://x\", \"env\": {}}|mcp.env: is not allowed here",
                "{\"command\": [\"x\"], \"url\": \"https://x\"}|mcp.url: is not allowed here",
                "{\"command\": []}|mcp.command: ",
                "{\"command\": [\"x\"], \"inheritEnv\": [\"GUILDHALL_SECRET_KEY\"]}|mcp.inheritEnv: must not name",
                "{\"command\": [\"x\"], \"env\": {\"A\": {\"env\": \"UNSET\"}}}|mcp.env.A: needs the environment"
                        + " variable UNSET",
                "{\"url\": \"file:///etc\"}|mcp.url: must be an http or https address",
                "{\"url\": \"https://x\", \"connectTimeoutMs\": 0}|mcp.connectTimeoutMs: "
            })
    void an_mcp_server_that_is_wrong(String mcp, String fault) {
        Declared.write(directory, "m.json", """
            {"name": "m", "displayName": "M", "description": "d", "kind": "mcp", "mcp": %s}
            """.formatted(mcp));

        assertThat(faults()).anySatisfy(line -> assertThat(line).startsWith("m.json: " + fault));
    }

    @Test
    void the_second_manifest_of_a_name_is_listed_under_the_name_of_its_file() {
        Declared.write(directory, "c.json", Declared.manifest("https://x", "\"actions\": {" + GET + "}"));
        Declared.write(directory, "d.json", Declared.manifest("https://x", "\"actions\": {" + GET + "}"));

        List<ToolEndpoint> all = Manifests.load(directory, Map.of(), Declared.parts());

        assertThat(all.stream().map(endpoint -> endpoint.integration().name().value()))
                .containsExactly("api", "d", "github", "google", "slack");
        assertThat(all.get(0).tools(Optional.empty())).hasSize(1);
        assertThat(all.get(1).integration().fault())
                .contains("api is the name of the integration in c.json. Choose another name.");
    }

    @Test
    void a_bad_action_takes_no_other_with_it() {
        Declared.write(
                directory,
                "api.json",
                Declared.manifest(
                        "https://x",
                        "\"actions\": {\"A b\": {}, \"bad\": {\"description\": \"d\", \"method\": \"GET\", \"path\":"
                                + " \"x\"}, \"worse\": {\"method\": \"GET\", \"path\": \"/x\"}, " + GET + "}"));

        ToolEndpoint api = Manifests.load(directory, Map.of(), Declared.parts()).getFirst();

        assertThat(api.integration().fault()).isEmpty();
        assertThat(api.tools(Optional.empty()))
                .singleElement()
                .satisfies(tool -> assertThat(tool.name()).hasToString("api.get"));
        assertThat(api.leftOut()).extracting(Violation::field).contains("actions.A b", "actions.bad", "actions.worse");
        assertThat(api.leftOut())
                .contains(
                        new Violation("actions.bad", "path: must begin with /"),
                        new Violation("actions.worse", "description: is required"));
    }

    @Test
    void all_faults_of_all_files_are_told_at_once() {
        Declared.write(directory, "a.json", "{");
        Declared.write(
                directory,
                "b.json",
                Declared.manifest("x", "\"actions\": {" + GET + "}").replace("\"api\"", "\"b\""));
        Declared.write(directory, "c.json", Declared.manifest("https://x", "\"actions\": {" + GET + "}"));
        Declared.write(directory, "d.json", Declared.manifest("https://x", "\"actions\": {" + GET + "}"));
        Declared.write(
                directory,
                "e.json",
                Declared.manifest("https://x", "\"actions\": {" + GET + "}").replace("\"api\"", "\"builtin\""));

        assertThat(faults())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("a.json: is not JSON"),
                        line -> assertThat(line).startsWith("b.json: baseUrl: "),
                        line -> assertThat(line)
                                .isEqualTo("e.json: name: must not be builtin, which is part of the server"));
    }
}
