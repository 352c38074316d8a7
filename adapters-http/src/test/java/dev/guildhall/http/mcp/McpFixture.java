package dev.guildhall.http.mcp;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolDescription;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server with {@link ArithmeticTools} as built-in tools, and users with tools of their own. */
final class McpFixture implements AutoCloseable {
    final ArithmeticTools arithmetic = new ArithmeticTools();
    final TestServer server = TestServer.start(parts -> parts.tools(arithmetic));

    McpClient client(Client.Person person) {
        return McpClient.of(person.client());
    }

    Client.Person stranger() {
        return server.client().stranger();
    }

    Client.Person admin() {
        return server.client().register(TestServer.ADMIN);
    }

    Caller callerOf(Client.Person person) {
        return server.core().accounts().authenticate(Caller.anonymous(), new AccessToken(person.accessToken()));
    }

    Tool register(Client.Person person, String name, String description) {
        return register(person, name, description, List.of());
    }

    Tool register(Client.Person person, String name, String description, List<Scope> scopes) {
        ToolName toolName = new ToolName(name);
        Map<String, ParameterSpec> parameters = Map.of("n", ParameterSpec.required(ParameterType.INTEGER, "A number."));
        ToolDefinition definition = new ToolDefinition(
                toolName,
                new ToolDescription(description),
                new ToolVersion("1.0.0"),
                ToolParameters.of(parameters),
                new IntegrationName(toolName.integration()),
                scopes);
        return server.core().tools().register(callerOf(person), new NewTool(definition, Optional.empty()));
    }

    @Override
    public void close() {
        server.close();
    }
}
