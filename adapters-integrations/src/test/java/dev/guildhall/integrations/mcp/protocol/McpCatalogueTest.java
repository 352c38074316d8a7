package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class McpCatalogueTest {
    private static final IntegrationName WIKI = new IntegrationName("wiki");

    private static ServerCatalogue catalogue(String... tools) {
        String json = "{\"tools\":[" + String.join(",", tools) + "]}";
        Map<?, ?> page =
                (Map<?, ?>) McpJson.read(json.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        return ServerCatalogue.of(
                WIKI,
                new ServerFacts(new ToolVersion("1.2"), true, true, Map.of()),
                new McpSession.Listed(McpJson.objects(page, "tools"), true));
    }

    private static ToolDefinition only(String tool) {
        List<ToolDefinition> definitions = catalogue(tool).definitions();
        assertThat(definitions).hasSize(1);
        return definitions.getFirst();
    }

    @Test
    void tool_is_what_the_server_says_of_it() {
        ToolDefinition tool = only("""
            {"name":"getPage","title":"Page","description":"Gets a page",
             "inputSchema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}\
            """);

        assertThat(tool.name()).isEqualTo(new ToolName("wiki.getpage"));
        assertThat(tool.description().value()).isEqualTo("Gets a page");
        assertThat(tool.version()).isEqualTo(new ToolVersion("1.2"));
        assertThat(tool.parameters().inputSchema()).containsEntry("required", List.of("id"));
        assertThat(tool.requiredScopes()).isEmpty();
    }

    @Test
    void title_stands_in_for_a_description_and_the_name_for_a_title() {
        assertThat(only("{\"name\":\"a\",\"title\":\"The A\",\"description\":\" \"}")
                        .description()
                        .value())
                .isEqualTo("The A");
        assertThat(only("{\"name\":\"a\",\"annotations\":{\"title\":\"Some A\"}}")
                        .description()
                        .value())
                .isEqualTo("Some A");
        assertThat(only("{\"name\":\"a\"}").description().value()).isEqualTo("a");
    }

    @Test
    void long_description_is_cut() {
        String description = only("{\"name\":\"a\",\"description\":\"" + "d".repeat(20_000) + "\"}")
                .description()
                .value();

        assertThat(description).hasSize(ToolDescription.MAX).endsWith("d…");
    }

    @Test
    void tool_without_a_schema_takes_any_object() {
        assertThat(only("{\"name\":\"a\"}").parameters().inputSchema()).isEqualTo(Map.of("type", "object"));
    }

    @Test
    void what_cannot_be_stored_is_replaced_wherever_it_stands() {
        ToolDefinition tool = only("""
            {"name":"a","description":"b\\u0000d","inputSchema":{"properties":{"n\\u0000":{"enum":["\\ud800",null]},"\\udf0d":true}}}\
            """);

        assertThat(tool.description().value()).isEqualTo("b\ufffdd");
        assertThat(tool.parameters().inputSchema().toString())
                .isEqualTo("{properties={n\ufffd={enum=[\ufffd, null]}, \ufffd=true}, type=object}");
    }

    @Test
    void what_cannot_be_a_tool_here_is_left_out_and_the_others_are_there() {
        ServerCatalogue catalogue = catalogue(
                "{\"title\":\"has no name\"}",
                "{\"name\":\"list\",\"inputSchema\":{\"type\":\"array\"}}",
                "{\"name\":\"job\",\"execution\":{\"taskSupport\":\"required\"}}",
                "{\"name\":\"good\"}",
                "{\"name\":\"good\",\"description\":\"again\"}");

        assertThat(catalogue.definitions())
                .extracting(tool -> tool.name().value())
                .containsExactly("wiki.good");
        assertThat(catalogue.atServer(new ToolName("wiki.good")))
                .map(ServerCatalogue.AtServer::name)
                .contains("good");
        assertThat(catalogue.leftOut())
                .containsExactly(
                        new Violation("", "name: must have 1 to 2000 characters"),
                        new Violation("list", "inputSchema: is not the schema of an object"),
                        new Violation("job", "execution: runs as a task of the server alone, which is not supported"));
    }

    @Test
    void the_tools_beyond_the_bound_are_left_out() {
        String[] tools = IntStream.rangeClosed(0, McpLimits.TOOLS)
                .mapToObj(i -> "{\"name\":\"t" + i + "\"}")
                .toArray(String[]::new);

        ServerCatalogue catalogue = catalogue(tools);

        assertThat(catalogue.definitions()).hasSize(McpLimits.TOOLS);
        assertThat(catalogue.leftOut()).extracting(Violation::field).containsExactly("t" + McpLimits.TOOLS);
    }

    @Test
    void a_schema_of_several_types_is_that_of_the_object() {
        assertThat(only("{\"name\":\"a\",\"inputSchema\":{\"type\":[\"object\",\"null\"]}}")
                        .parameters()
                        .inputSchema())
                .isEqualTo(Map.of("type", "object"));
    }

    @Test
    void version_of_the_server_is_made_to_fit() {
        assertThat(version("2.0.0")).isEqualTo("2.0.0");
        assertThat(version("1\\n2")).isEqualTo("12");
        assertThat(version("")).isEqualTo("1.0.0");
        assertThat(version("9".repeat(80))).hasSize(ToolVersion.MAX);
    }

    private static String version(String version) {
        String json = "{\"serverInfo\":{\"version\":\"" + version + "\"}}";
        Map<?, ?> introduction =
                (Map<?, ?>) McpJson.read(json.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        return ServerFacts.of(Map.of("serverInfo", McpJson.object(introduction, "serverInfo")), false)
                .version()
                .value();
    }
}
