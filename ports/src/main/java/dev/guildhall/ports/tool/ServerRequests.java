package dev.guildhall.ports.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.IntegrationName;
import java.util.List;
import java.util.Map;

/** Driving port: requests to imported servers of the Model Context Protocol other than calls of tools (tools-24). */
public interface ServerRequests {
    /** The servers that the caller may ask and is connected to, in the order of their names. Blocks. */
    List<IntegrationName> servers(Caller caller);

    /**
     * Sends a request to a server with the caller's own credential, and blocks until its answer.
     *
     * @param method as {@link ServerRequest#method()}
     * @return the answer, also when the server refused the request
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.NotFound} when there is no such server, with
     *     {@code CommonProblem.Forbidden}, {@code ToolProblem.IntegrationNotConnected}, and with
     *     {@code ToolProblem.IntegrationUnavailable} when the server does not answer
     */
    ServerReply ask(
            Caller caller,
            IntegrationName server,
            String method,
            Map<String, Object> parameters,
            ToolExchange exchange);
}
