package dev.guildhall.integrations.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions.CredentialHeader;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestsTest {
    private static final String ACTIONS =
            "\"actions\": {\"get\": {\"description\": \"Gets it.\", \"method\": \"GET\", \"path\": \"/x\"}}";

    @TempDir
    private Path directory;

    private List<ToolEndpoint> load() {
        return Manifests.load(directory, Map.of(), Declared.parts());
    }

    private static List<String> names(List<ToolEndpoint> endpoints) {
        return endpoints.stream()
                .map(endpoint -> endpoint.integration().name().value())
                .toList();
    }

    private Manifest manifest(String name, Map<String, String> environment) {
        return Manifests.all(directory, environment).stream()
                .filter(one -> one.integration().name().value().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String fault(String integration) {
        return load().stream()
                .map(ToolEndpoint::integration)
                .filter(one -> one.name().value().equals(integration))
                .findFirst()
                .flatMap(Integration::fault)
                .orElseThrow();
    }

    @Test
    void a_directory_that_is_not_there_has_no_manifests() {
        assertThat(names(Manifests.load(directory.resolve("none"), Map.of(), Declared.parts())))
                .containsExactly("github", "google", "slack");
    }

    @Test
    void what_is_no_manifest_is_not_read() throws IOException {
        Declared.write(directory, "notes.txt", "{");
        Declared.write(directory, ".hidden.json", "{");
        Declared.write(directory, "doc.openapi.json", "{");
        Files.createDirectory(directory.resolve("sub"));

        assertThat(names(load())).containsExactly("github", "google", "slack");
    }

    @Test
    void a_file_that_is_a_file_is_no_directory() {
        Declared.write(directory, "file", "");

        assertThatThrownBy(() -> Manifests.load(directory.resolve("file"), Map.of(), Declared.parts()))
                .isInstanceOf(BadManifests.class)
                .hasMessageContaining("cannot be read as a directory");
    }

    @Test
    void what_a_manifest_leaves_out_is_as_the_schema_says() {
        Declared.write(directory, "api.json", Declared.manifest("https://api.example", ACTIONS));

        ToolEndpoint endpoint = Declared.find(load(), "api");

        assertThat(endpoint.integration().kind()).isEqualTo(IntegrationKind.HTTP);
        assertThat(endpoint.integration().roles()).containsExactly(Role.USER);
        assertThat(endpoint.integration().auth()).isEqualTo(new AuthScheme.None());
        assertThat(endpoint.consent()).isEmpty();
        ToolDefinition tool = endpoint.tools(Optional.empty()).getFirst();
        assertThat(tool.name().value()).isEqualTo("api.get");
        assertThat(tool.version().value()).isEqualTo("1.0.0");
        assertThat(tool.description().value()).isEqualTo("Gets it.");
        assertThat(tool.requiredScopes()).isEmpty();
    }

    @Test
    void a_tool_is_told_with_everything_that_the_manifest_says_about_its_parameters() {
        Declared.write(directory, "api.json", Declared.manifest("https://api.example", """
            "actions": {"get": {"description": "d", "method": "GET", "path": "/{p}", "parameters": {
              "p": {"type": "string", "in": "path", "enum": ["a", "b"], "description": "Which."},
              "n": {"type": "integer", "in": "query", "default": 3, "schema": {"minimum": 1}}}}}
            """));

        ToolDefinition tool =
                Declared.find(load(), "api").tools(Optional.empty()).getFirst();

        assertThat(tool.parameters().byName()).hasEntrySatisfying("p", spec -> {
            assertThat(spec.isRequired()).isTrue();
            assertThat(spec.options()).hasValue(List.of("a", "b"));
        });
        assertThat(tool.parameters().inputSchema())
                .isEqualTo(Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of(
                                "p",
                                Map.of("type", "string", "description", "Which.", "enum", List.of("a", "b")),
                                "n",
                                Map.of("type", "integer", "default", 3, "minimum", 1)),
                        "required",
                        List.of("p"),
                        "additionalProperties",
                        false));
    }

    @Test
    void a_file_takes_the_place_of_the_integration_that_comes_with_the_server() {
        Declared.write(
                directory,
                "mine.json",
                Declared.manifest("https://ghe.example", ACTIONS).replace("\"api\"", "\"github\""));

        List<ToolEndpoint> endpoints = load();

        assertThat(names(endpoints)).containsExactly("github", "google", "slack");
        assertThat(endpoints.getFirst().tools(Optional.empty()))
                .extracting(tool -> tool.name().value())
                .containsExactly("github.get");
    }

    @Test
    void a_valid_manifest_keeps_its_name_before_a_broken_one_of_that_file_name() {
        Declared.write(directory, "api.json", "{");
        Declared.write(directory, "later.json", Declared.manifest("https://api.example", ACTIONS));

        assertThat(Declared.find(load(), "api").tools(Optional.empty())).hasSize(1);
        assertThat(names(load())).containsExactly("api", "api_2", "github", "google", "slack");
        assertThat(fault("api_2")).contains("api.json");
    }

    @Test
    void a_second_manifest_of_a_name_does_not_replace_a_bundled_one() {
        Declared.write(directory, "api.json", Declared.manifest("https://api.example", ACTIONS));
        Declared.write(directory, "github.json", Declared.manifest("https://api.example", ACTIONS));

        assertThat(Declared.find(load(), "api").tools(Optional.empty())).hasSize(1);
        assertThat(Declared.find(load(), "github").tools(Optional.empty())).hasSizeGreaterThan(1);
        assertThat(fault("github_2")).contains("api is the name of the integration in api.json");
    }

    @Test
    void a_link_within_the_directory_is_followed_and_one_out_of_it_is_not() throws IOException {
        Path outside = Files.createTempDirectory("outside");
        Path inside = Files.createDirectory(directory.resolve("..data"));
        Declared.write(inside, "real", Declared.manifest("https://api.example", ACTIONS));
        Files.createSymbolicLink(directory.resolve("api.json"), inside.resolve("real"));

        assertThat(names(load())).contains("api");

        Declared.write(
                outside,
                "real",
                Declared.manifest("https://api.example", ACTIONS).replace("\"api\"", "\"other\""));
        Files.createSymbolicLink(directory.resolve("other.json"), outside.resolve("real"));
        assertThat(fault("other"))
                .endsWith("other.json: other.json is a link out of the directory, which is not followed");
    }

    @Test
    void a_file_beyond_the_bound_is_not_read() {
        Declared.write(directory, "api.json", " ".repeat(ManifestLimits.MANIFEST_BYTES + 1));

        assertThat(fault("api")).endsWith("api.json: api.json has more than 1048576 bytes");
    }

    @Test
    void a_directory_or_a_missing_document_is_told() throws IOException {
        Files.createDirectory(directory.resolve("dir.json"));
        Declared.write(directory, "api.json", Declared.manifest("https://x", "\"openapi\": \"gone.openapi.json\""));

        assertThat(fault("dir")).endsWith("dir.json: dir.json is not a file");
        assertThat(fault("api")).endsWith("api.json: openapi: gone.openapi.json does not exist, or cannot be read");
    }

    @Test
    void an_openapi_document_is_found_beside_the_manifest_and_nowhere_else() throws IOException {
        Path outside = Files.createTempDirectory("outside");
        Declared.write(outside, "x.openapi.json", "{}");
        Files.createSymbolicLink(directory.resolve("x.openapi.json"), outside.resolve("x.openapi.json"));
        Declared.write(directory, "api.json", Declared.manifest("https://x", "\"openapi\": \"x.openapi.json\""));

        assertThat(fault("api"))
                .endsWith("api.json: openapi: x.openapi.json is a link out of the directory, which is not followed");
    }

    @Test
    void an_integration_without_its_client_id_is_there_and_not_configured() {
        Manifest github = manifest("github", Map.of());

        assertThat(github.integration().auth())
                .isInstanceOfSatisfying(
                        AuthScheme.OAuth2.class,
                        scheme -> assertThat(scheme.configured()).isFalse());
        assertThat(github.oauth()).isEmpty();
    }

    @Test
    void an_integration_with_an_id_and_no_secret_is_not_configured_either() {
        Manifest github = manifest("github", Map.of("GUILDHALL_INTEGRATION_GITHUB_CLIENT_ID", "id"));

        assertThat(github.oauth()).isEmpty();
    }

    @Test
    void an_oauth_client_is_told_whole_and_shows_no_secret() {
        Manifest google = manifest(
                "google",
                Map.of(
                        "GUILDHALL_INTEGRATION_GOOGLE_CLIENT_ID", "id",
                        "GUILDHALL_INTEGRATION_GOOGLE_CLIENT_SECRET", "hush-hush"));

        assertThat(google.oauth())
                .hasValue(new OAuthClientOptions(
                        URI.create("https://accounts.google.com/o/oauth2/v2/auth"),
                        URI.create("https://oauth2.googleapis.com/token"),
                        Optional.of(URI.create("https://oauth2.googleapis.com/revoke")),
                        "id",
                        Optional.of("hush-hush"),
                        true,
                        " ",
                        Map.of("access_type", "offline", "prompt", "consent"),
                        true));
        assertThat(google.toString()).doesNotContain("hush");
    }

    @Test
    void an_mcp_server_is_told_whole_with_its_references_looked_up() {
        Declared.write(directory, "remote.json", """
            {"name": "remote", "displayName": "R", "description": "d", "kind": "mcp", "version": "2.1.0",
             "roles": ["admin"], "auth": {"type": "apiKey", "header": "X-Key", "prefix": "k "},
             "mcp": {"url": {"env": "MCP_URL"}, "headers": {"X-Org": {"env": "ORG", "default": "none"}},
                     "connectTimeoutMs": 500}}
            """);
        Declared.write(directory, "local.json", """
            {"name": "local", "displayName": "L", "description": "d", "kind": "mcp",
             "mcp": {"command": ["server", "--x"], "env": {"TOKEN": {"env": "MCP_TOKEN"}, "MODE": "fast"},
                     "inheritEnv": ["HOME", "UNSET"], "directory": "/srv"}}
            """);
        Map<String, String> environment =
                Map.of("MCP_URL", "https://mcp.example/mcp", "MCP_TOKEN", "hush", "HOME", "/home/me", "PATH", "/bin");

        Manifest remote = manifest("remote", environment);
        Manifest local = manifest("local", environment);

        assertThat(remote.integration().roles()).containsExactly(Role.ADMIN);
        assertThat(remote.version().value()).isEqualTo("2.1.0");
        assertThat(remote.target())
                .isEqualTo(new Manifest.Mcp(new McpServerOptions(
                        new McpServerOptions.Http(
                                URI.create("https://mcp.example/mcp"),
                                Map.of("X-Org", "none"),
                                Optional.of(new CredentialHeader("X-Key", "k "))),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(30))));
        assertThat(local.target())
                .isEqualTo(new Manifest.Mcp(new McpServerOptions(
                        new McpServerOptions.Stdio(
                                List.of("server", "--x"),
                                Map.of("HOME", "/home/me", "TOKEN", "hush", "MODE", "fast"),
                                Optional.of(Path.of("/srv"))),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(30))));
        assertThat(local.toString()).doesNotContain("hush");
    }
}
