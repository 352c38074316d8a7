package dev.guildhall.core.agent;

import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** An imported server with one tool, {@code desk.act}, which does with its exchange what a test says. */
final class AskingServer implements ToolEndpoint {
    static final String TOOL = "desk.act";
    static final Map<String, Object> FORM = Map.of(
            "type", "object",
            "required", List.of("city"),
            "properties",
                    Map.of(
                            "city", Map.of("type", "string"),
                            "days", Map.of("type", "integer", "default", 3)));

    private final List<Map<String, Object>> declared = new CopyOnWriteArrayList<>();
    private final Integration integration;
    private final Function<ToolExchange, Object> act;

    AskingServer(Function<ToolExchange, Object> act) {
        this(act, false);
    }

    /** @param sampling whether the model of this server answers for callers */
    AskingServer(Function<ToolExchange, Object> act, boolean sampling) {
        this.act = act;
        this.integration = new Integration(
                new IntegrationName("desk"),
                "Desk",
                "for tests",
                IntegrationKind.MCP,
                new AuthScheme.None(),
                Set.of(Role.USER),
                Optional.empty(),
                sampling);
    }

    /** A server that returns the answers to so many forms. */
    static AskingServer askingTimes(int times) {
        return new AskingServer(exchange -> {
            Object last = "nothing";
            for (int i = 0; i < times; i++) {
                last = answerTo(exchange, Map.of("message", "Where to?", "requestedSchema", FORM));
            }
            return last;
        });
    }

    static Object answerTo(ToolExchange exchange, Map<String, Object> question) {
        return switch (exchange.asked("elicitation/create", question).orElseThrow()) {
            case ServerReply.Result result -> result.value();
            case ServerReply.Refused refused -> refused.code() + " " + refused.message();
        };
    }

    /** The members of the requests that its exchanges had. */
    List<Map<String, Object>> declared() {
        return declared;
    }

    @Override
    public Integration integration() {
        return integration;
    }

    @Override
    public List<ToolDefinition> tools(Optional<Credential> credential) {
        return List.of(Sample.tool().name(TOOL).definition());
    }

    @Override
    public ToolOutcome invoke(ToolInvocation invocation) {
        declared.add(invocation.exchange().parameters());
        return new ToolOutcome.Success(Map.of("got", act.apply(invocation.exchange())));
    }
}
