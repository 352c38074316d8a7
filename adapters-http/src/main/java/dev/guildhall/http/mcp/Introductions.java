package dev.guildhall.http.mcp;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What this server says of itself; at the address of one imported server, what that one says. */
final class Introductions {
    static final String SERVER_INFO = Params.PREFIX + "serverInfo";

    private static final Map<String, Object> SERVER =
            Map.of("name", "guildhall", "title", "Guildhall", "version", "1.0.0");
    private static final String INSTRUCTIONS =
            "The tools of a Guildhall registry that its user may call. The first part of a tool's name is the"
                    + " integration that it uses. Where there are many tools not all are listed, and "
                    + MetaTools.SEARCH
                    + " finds the others. When a tool answers that its integration is not connected or lacks scopes,"
                    + " only the user can help: say so, and what is missing.";

    private static final Map<String, Object> TOOLS = Map.of("tools", Map.of("listChanged", true));

    /** What the servers of a registry can do. */
    private static final Map<String, Object> OF_ALL = Map.of(
            "tools", Map.of("listChanged", true),
            "prompts", Map.of("listChanged", true),
            "resources", Map.of("listChanged", true),
            "completions", Map.of());

    /** The capabilities that are passed on. */
    private static final Set<String> PASSED = Set.of("prompts", "resources", "completions");

    /** @param instructions how to use the server; may be empty */
    record Introduction(Map<String, Object> capabilities, Map<String, Object> server, String instructions) {
        boolean hasSubscriptions() {
            return Boolean.TRUE.equals(Params.member(capabilities, "resources").get("subscribe"));
        }
    }

    private final ServerRequests servers;

    Introductions(ServerRequests servers) {
        this.servers = servers;
    }

    static Map<String, Object> server() {
        return SERVER;
    }

    Introduction of(Peer peer) {
        return peer.view()
                .only()
                .map(server -> of(peer, server))
                .orElseGet(() -> new Introduction(OF_ALL, SERVER, INSTRUCTIONS));
    }

    private Introduction of(Peer peer, IntegrationName server) {
        try {
            return servers.ask(peer.user(), server, "server/discover", Map.of(), ToolExchange.none())
                            instanceof ServerReply.Result result
                    ? of(HiddenCharacters.escapedObject(result.value()))
                    : unknown();
        } catch (Refusal unavailable) {
            return unknown();
        }
    }

    private static Introduction unknown() {
        return new Introduction(TOOLS, SERVER, INSTRUCTIONS);
    }

    private static Introduction of(Map<String, Object> said) {
        Map<String, Object> capabilities = new LinkedHashMap<>(TOOLS);
        Params.member(said, "capabilities").forEach((name, value) -> {
            if (PASSED.contains(name)) {
                capabilities.put(name, value);
            }
        });
        Map<String, Object> inMeta = Params.member(Params.member(said, Params.META), SERVER_INFO);
        Map<String, Object> server = inMeta.isEmpty() ? Params.member(said, "serverInfo") : inMeta;
        return new Introduction(
                capabilities,
                server.isEmpty() ? SERVER : server,
                said.get("instructions") instanceof String instructions ? instructions : "");
    }
}
