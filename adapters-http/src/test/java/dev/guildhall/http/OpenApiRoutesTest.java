package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.http.agent.AssistantCompletionRoutes;
import dev.guildhall.http.authorization.MetadataRoutes;
import dev.guildhall.http.completion.anthropic.AnthropicRoutes;
import dev.guildhall.http.completion.gemini.GeminiRoutes;
import dev.guildhall.ports.agent.AgentMode;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OpenApiRoutesTest {
    private final Core core = Core.of(parts -> parts);

    @ParameterizedTest
    @EnumSource
    void a_document_and_the_routes_of_its_service_name_the_same_operations(Service service) {
        Stream<String> routes = switch (service) {
            case ACCOUNT ->
                Stream.of(
                                operations("", TestServer.accountRoutes(core)),
                                operations("/.well-known", new MetadataRoutes(TestServer.ADDRESSES).routes()),
                                operations(
                                        "/oauth",
                                        TestServer.clientRoutes(core, InstantSource.system(), TestServer.ADDRESSES)))
                        .flatMap(Function.identity());
            // The route of MCP is at the root, next to the service's base.
            case TOOLS ->
                Stream.concat(
                        operations("", TestServer.toolRoutes(core)),
                        operations("/mcp", TestServer.mcpRoutes(core, InstantSource.system())));
            case COMPLETION ->
                Stream.of(
                                operations("", TestServer.completionRoutes(core)),
                                operations("/v1", TestServer.openAiRoutes(core, InstantSource.system())),
                                operations(AnthropicRoutes.PATH, new AnthropicRoutes(core.completions()).routes()),
                                operations(GeminiRoutes.PATH, new GeminiRoutes(core.completions()).routes()))
                        .flatMap(Function.identity());
            case AGENT ->
                Stream.concat(
                        operations("", TestServer.agentRoutes(core, AgentMode.WITH_TASKS)),
                        operations(
                                AssistantCompletionRoutes.PATH,
                                TestServer.assistantRoutes(core, InstantSource.system())));
            case CHAT -> operations("", TestServer.chatRoutes(core, TestServer.ADDRESSES));
            case RUNS -> operations("", TestServer.runRoutes(core, InstantSource.system()));
            case ORCHESTRATION -> operations("", TestServer.orchestrationRoutes(core));
        };

        assertThat(routes).containsExactlyInAnyOrderElementsOf(OpenApi.operations(service));
    }

    /** Documents have no parameters with slashes. */
    private static Stream<String> operations(String base, List<Route> routes) {
        return routes.stream()
                .map(route -> route.method() + " " + base + route.path().replace("...}", "}"));
    }
}
