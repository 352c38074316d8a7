package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.ports.agent.AgentMode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenApiRoutesTest {
    private final Core core = Core.of(parts -> parts);

    @Test
    void the_account_document_and_the_routes_name_the_same_operations() {
        List<Route> routes = TestServer.accountRoutes(core);

        assertThat(operations(routes)).containsExactlyInAnyOrderElementsOf(OpenApi.operations(Service.ACCOUNT));
    }

    @Test
    void the_tools_document_and_the_routes_name_the_same_operations() {
        List<String> routes = new ArrayList<>(operations(TestServer.toolRoutes(core)));
        // The route is at the root, next to the service's base.
        TestServer.mcpRoutes(core).forEach(route -> routes.add(route.method() + " /mcp" + route.path()));

        assertThat(routes).containsExactlyInAnyOrderElementsOf(OpenApi.operations(Service.TOOLS));
    }

    @Test
    void the_completion_document_and_the_routes_name_the_same_operations() {
        List<String> routes = new ArrayList<>(operations(TestServer.completionRoutes(core)));
        TestServer.openAiRoutes(core, InstantSource.system())
                .forEach(route -> routes.add(route.method() + " /v1" + route.path()));

        assertThat(routes).containsExactlyInAnyOrderElementsOf(OpenApi.operations(Service.COMPLETION));
    }

    @Test
    void the_agent_document_and_the_routes_of_mode_v1_name_the_same_operations() {
        List<Route> routes = TestServer.agentRoutes(core, AgentMode.V1);

        assertThat(operations(routes)).containsExactlyInAnyOrderElementsOf(OpenApi.operations(Service.AGENT));
    }

    @Test
    void the_chat_document_and_the_routes_name_the_same_operations() {
        List<Route> routes = TestServer.chatRoutes(core);

        assertThat(operations(routes)).containsExactlyInAnyOrderElementsOf(OpenApi.operations(Service.CHAT));
    }

    @Test
    void the_runs_document_and_the_routes_name_the_same_operations() {
        List<Route> routes = TestServer.runRoutes(core, InstantSource.system());

        assertThat(operations(routes)).containsExactlyInAnyOrderElementsOf(OpenApi.operations(Service.RUNS));
    }

    @Test
    void the_orchestration_document_and_the_routes_name_the_same_operations() {
        List<Route> routes = TestServer.orchestrationRoutes(core);

        assertThat(operations(routes)).containsExactlyInAnyOrderElementsOf(OpenApi.operations(Service.ORCHESTRATION));
    }

    /** Documents have no parameters with slashes. */
    private static List<String> operations(List<Route> routes) {
        return routes.stream()
                .map(route -> route.method() + " " + route.path().replace("...}", "}"))
                .toList();
    }
}
