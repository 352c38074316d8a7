package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.HashSet;
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
    private final ReentrantLock listing = new ReentrantLock();
    private volatile Optional<ServerCatalogue> shown = Optional.empty();

    public McpSession(McpConversation conversation, ServerFacts facts) {
        this.conversation = conversation;
        this.facts = facts;
    }

    McpConversation conversation() {
        return conversation;
    }

    public ServerCatalogue tools(IntegrationName integration, CallDeadline deadline) throws McpFault {
        conversation.hasNewTools();
        ServerCatalogue fresh = ServerCatalogue.of(
                integration, facts.version(), facts.hasTools() ? pages(deadline) : new Listed(List.of(), true));
        shown = Optional.of(fresh);
        return fresh;
    }

    /** Calls a tool by its registry name. */
    public ToolOutcome call(
            ToolName tool, Map<String, Object> arguments, IntegrationName integration, CallDeadline deadline)
            throws McpFault {
        Optional<String> name = nameAtServer(tool, integration, deadline);
        if (name.isEmpty()) {
            return new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool " + tool);
        }
        return CallResult.outcome(
                conversation.request("tools/call", Map.of("name", name.get(), "arguments", arguments), deadline));
    }

    private Optional<String> nameAtServer(ToolName tool, IntegrationName integration, CallDeadline deadline)
            throws McpFault {
        Optional<String> known = shown.flatMap(catalogue -> catalogue.nameAtServer(tool));
        return known.isPresent() ? known : listed(integration, deadline).nameAtServer(tool);
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
            Map<String, Object> answer = conversation.request("tools/list", parameters, deadline);
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
