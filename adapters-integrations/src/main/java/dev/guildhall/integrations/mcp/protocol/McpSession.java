package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A conversation after the handshake, and the tools that the server has listed. */
public final class McpSession {
    /**
     * The tools that a server lists.
     *
     * @param isWhole whether the server has no further page
     */
    record Listed(List<Map<?, ?>> tools, boolean isWhole) {}

    private final McpConversation conversation;
    private final ServerFacts facts;
    private final SessionRequests requests;
    private final OlderChanges changes;
    private final ReentrantLock listing = new ReentrantLock();
    private volatile Optional<ServerCatalogue> shown = Optional.empty();

    public McpSession(McpConversation conversation, ServerFacts facts) {
        this.conversation = conversation;
        this.facts = facts;
        this.requests = new SessionRequests(conversation, facts.isNewer());
        this.changes = new OlderChanges(conversation, requests);
    }

    McpConversation conversation() {
        return conversation;
    }

    public ServerCatalogue tools(IntegrationName integration, CallDeadline deadline) throws McpFault {
        conversation.hasNewTools();
        ServerCatalogue fresh = ServerCatalogue.of(
                integration, facts, facts.hasTools() ? pages(deadline) : new Listed(List.of(), true));
        shown = Optional.of(fresh);
        return fresh;
    }

    /** Calls a tool by its registry name. */
    public ToolOutcome call(ToolInvocation invocation, IntegrationName integration, CallDeadline deadline)
            throws McpFault {
        Optional<ServerCatalogue.AtServer> tool = atServer(invocation.tool(), integration, deadline);
        if (tool.isEmpty()) {
            return new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool " + invocation.tool());
        }
        ServerReply reply = call(tool.get(), invocation, deadline);
        if (isStale(reply)) {
            // The server has other headers than it had: they are read once more.
            tools(integration, deadline);
            tool = atServer(invocation.tool(), integration, deadline);
            reply = tool.isEmpty() ? reply : call(tool.get(), invocation, deadline);
        }
        ServerReply bounded = CallResult.bounded(reply);
        invocation.exchange().replied(bounded);
        return CallResult.outcome(bounded);
    }

    private ServerReply call(ServerCatalogue.AtServer tool, ToolInvocation invocation, CallDeadline deadline)
            throws McpFault {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("name", tool.name());
        parameters.put("arguments", invocation.arguments());
        Map<String, String> headers = facts.isNewer() ? tool.headers().headersOf(invocation.arguments()) : Map.of();
        return requests.ask("tools/call", parameters, headers, invocation.exchange(), deadline);
    }

    private static boolean isStale(ServerReply reply) {
        return reply instanceof ServerReply.Refused error && error.code() == NewerEra.HEADER_MISMATCH;
    }

    /** Sends any other request; what the server said about itself is known. */
    public ServerReply ask(ServerRequest request, CallDeadline deadline) throws McpFault {
        if (request.method().equals(OlderChanges.LISTEN) && !facts.isNewer()) {
            changes.follow(request, deadline);
        }
        ServerReply reply = request.method().equals(NewerEra.DISCOVER)
                ? new ServerReply.Result(facts.introduction())
                : CallResult.bounded(
                        requests.ask(request.method(), request.parameters(), Map.of(), request.exchange(), deadline));
        request.exchange().replied(reply);
        return reply;
    }

    private Optional<ServerCatalogue.AtServer> atServer(
            ToolName tool, IntegrationName integration, CallDeadline deadline) throws McpFault {
        Optional<ServerCatalogue.AtServer> known = shown.flatMap(catalogue -> catalogue.atServer(tool));
        return known.isPresent() ? known : listed(integration, deadline).atServer(tool);
    }

    /** The list of tools, requested once for concurrent callers, and again after the server reports a change. */
    private ServerCatalogue listed(IntegrationName integration, CallDeadline deadline) throws McpFault {
        try {
            if (!listing.tryLock(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
                throw McpFault.timedOut(deadline.time());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw McpFault.cancelled();
        }
        try {
            Optional<ServerCatalogue> now = shown;
            return now.isPresent() && !conversation.hasNewTools() ? now.get() : tools(integration, deadline);
        } finally {
            listing.unlock();
        }
    }

    /** The tools of all pages, up to a cursor that is empty or was used before, and up to the limits. */
    private Listed pages(CallDeadline deadline) throws McpFault {
        List<Map<?, ?>> tools = new ArrayList<>();
        Set<String> used = new HashSet<>();
        Map<String, Object> parameters = Map.of();
        for (int page = 0; page < McpLimits.PAGES && tools.size() <= McpLimits.TOOLS; page++) {
            Map<String, Object> answer = requests.list("tools/list", parameters, deadline);
            tools.addAll(McpJson.objects(answer, "tools"));
            Optional<String> next = McpJson.text(answer, "nextCursor").filter(cursor -> !cursor.isEmpty());
            if (next.filter(used::add).isEmpty()) {
                return new Listed(tools, next.isEmpty());
            }
            parameters = Map.of("cursor", next.get());
        }
        return new Listed(tools, false);
    }
}
