package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolExchange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Begins a conversation. A server is first asked in the way of the newer era, in which that is all; one that does not know
 * it is greeted as the older revisions require: both sides identify themselves and agree on a version.
 */
public final class Handshake {
    public static final String METHOD = "initialize";

    /** The requests of a handshake, which are not cancelled. */
    public static final Set<String> METHODS = Set.of(METHOD, NewerEra.DISCOVER);

    public static final String TOOLS_CHANGED = "notifications/tools/list_changed";

    private static final int PROBE_SHARE = 2;

    /** The supported versions of the older era, newest first. */
    static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    static final Map<String, Object> US = Map.of("name", "guildhall", "title", "Guildhall", "version", "0.2.0");

    /** The questions that a server of the older era may ask, for each caller. */
    static final Map<String, Object> ANSWERS = Map.of(
            "elicitation",
            Map.of("form", Map.of("applyDefaults", true), "url", Map.of()),
            "sampling",
            Map.of(),
            "roots",
            Map.of());

    private Handshake() {}

    /**
     * Begins the conversation, and returns the server's properties.
     *
     * @param era of the server, which is learnt
     */
    public static ServerFacts run(McpConversation conversation, Era era, CallDeadline deadline) throws McpFault {
        Optional<ServerFacts> newer = era.isOlder() ? Optional.empty() : discovered(conversation, deadline);
        if (newer.isPresent()) {
            era.learnt(false);
            return newer.get();
        }
        try {
            ServerFacts facts = initialized(conversation, deadline);
            era.learnt(true);
            return facts;
        } catch (McpFault fault) {
            era.refused(fault);
            throw fault;
        }
    }

    private static Optional<ServerFacts> discovered(McpConversation conversation, CallDeadline deadline)
            throws McpFault {
        CallDeadline patience = conversation.mayBeSilent() ? patience(deadline) : deadline;
        Reply reply = probe(conversation, patience);
        if (reply instanceof Reply.Failed failed && namesThisRevision(failed)) {
            // The server has refused the revision that it says it has: it is asked once more.
            reply = probe(conversation, patience);
        }
        return switch (reply) {
            case Reply.Result(Map<String, Object> found) ->
                namesThisRevision(found.getOrDefault("supportedVersions", List.of()))
                        ? Optional.of(ServerFacts.of(found, true))
                        : Optional.empty();
            case Reply.Failed failed -> {
                if (isOfNewerEra(failed)) {
                    throw failed.fault();
                }
                yield Optional.empty();
            }
            case Reply.None(McpFault why) -> {
                if (!conversation.isOpen()) {
                    throw why;
                }
                yield Optional.empty();
            }
        };
    }

    /** Enough time is left to greet a server that is silent. */
    private static CallDeadline patience(CallDeadline deadline) {
        Duration share = deadline.left().dividedBy(PROBE_SHARE);
        return CallDeadline.in(share.compareTo(McpLimits.PROBE) < 0 ? share : McpLimits.PROBE);
    }

    /**
     * What a server that does not know the method answers is not foreseen, and any answer that is not of the newer era is
     * one of the older. No answer, and a failure of the server, say nothing about its era.
     */
    private static Reply probe(McpConversation conversation, CallDeadline deadline) throws McpFault {
        Map<String, Object> meta = Map.of(NewerEra.CAPABILITIES, ANSWERS);
        Outgoing question = NewerEra.request(NewerEra.DISCOVER, Map.of("_meta", meta), ToolExchange.none());
        try {
            return conversation.ask(question, deadline);
        } catch (McpFault fault) {
            return switch (fault.kind()) {
                case FAILED, INVALID_ARGUMENTS, INVALID_RESPONSE -> new Reply.None(fault);
                case TIMED_OUT, UPSTREAM_FAILED -> {
                    if (!conversation.mayBeSilent()) {
                        throw fault;
                    }
                    yield new Reply.None(fault);
                }
                default -> throw fault;
            };
        }
    }

    private static boolean isOfNewerEra(Reply.Failed failed) {
        return failed.code() == NewerEra.HEADER_MISMATCH
                || failed.code() == NewerEra.MISSING_CAPABILITY
                || (failed.code() == NewerEra.UNSUPPORTED_VERSION
                        && supportedBy(failed).stream().noneMatch(VERSIONS::contains));
    }

    private static boolean namesThisRevision(Reply.Failed failed) {
        return failed.code() == NewerEra.UNSUPPORTED_VERSION && namesThisRevision(supportedBy(failed));
    }

    private static List<?> supportedBy(Reply.Failed failed) {
        return failed.data().orElse(Map.of()) instanceof Map<?, ?> data
                        && data.get("supported") instanceof List<?> supported
                ? supported
                : VERSIONS;
    }

    private static boolean namesThisRevision(Object versions) {
        return versions instanceof List<?> list && list.contains(NewerEra.VERSION);
    }

    private static ServerFacts initialized(McpConversation conversation, CallDeadline deadline) throws McpFault {
        Map<String, Object> answer = conversation.request(
                METHOD,
                Map.of("protocolVersion", VERSIONS.getFirst(), "capabilities", ANSWERS, "clientInfo", US),
                deadline);
        String version = McpJson.text(answer, "protocolVersion").orElse("none");
        if (!VERSIONS.contains(version)) {
            throw new McpFault(
                    FailureKind.INVALID_RESPONSE,
                    "the MCP server uses the protocol version " + ServerTexts.cut(version, 40)
                            + ", which is not supported");
        }
        conversation.agreeOn(version);
        conversation.sendNotification("notifications/initialized", Map.of(), deadline);
        return ServerFacts.of(answer, false);
    }
}
