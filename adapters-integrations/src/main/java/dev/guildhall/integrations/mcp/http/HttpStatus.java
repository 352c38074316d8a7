package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.discovery.Challenge;
import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.Message;
import dev.guildhall.integrations.mcp.protocol.Reply;
import dev.guildhall.integrations.net.OutboundStream;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

final class HttpStatus {
    private static final int WORDS_BYTES = 16 * 1024;

    private HttpStatus() {}

    /**
     * Accepts a response with a success status. Of another status, the error of the protocol that its body has; throws
     * when it has none.
     */
    static Optional<Reply.Failed> check(OutboundStream answer, boolean inSession) throws McpFault {
        int status = answer.status();
        if (status >= 200 && status < 300) {
            return Optional.empty();
        }
        String words = "the MCP server responded with the status " + status;
        return switch (status) {
            case 401 ->
                throw new McpFault.Challenged(
                        FailureKind.UNAUTHORIZED, "the MCP server does not accept the credential", challenge(answer));
            case 403 -> {
                Optional<Challenge> challenge = challenge(answer).filter(Challenge::isInsufficientScope);
                if (challenge.isPresent()) {
                    throw new McpFault.Challenged(FailureKind.INSUFFICIENT_SCOPES, lacking(challenge.get()), challenge);
                }
                yield refused(answer, words, inSession);
            }
            case 404 -> {
                if (inSession) {
                    throw new McpFault.SessionGone();
                }
                yield refused(answer, words, false);
            }
            case 429 -> throw new McpFault(FailureKind.RATE_LIMITED, words, answer.retryAfter());
            default -> {
                if (status >= 500) {
                    throw new McpFault(FailureKind.UPSTREAM_FAILED, words, answer.retryAfter());
                }
                yield refused(answer, words, inSession);
            }
        };
    }

    private static Optional<Challenge> challenge(OutboundStream answer) {
        return Challenge.read(answer.headers().values("WWW-Authenticate"));
    }

    private static String lacking(Challenge challenge) {
        String scopes = challenge.scopes().stream().map(Scope::value).collect(Collectors.joining(", "));
        return "the MCP server wants more scopes" + (scopes.isEmpty() ? "" : ": " + scopes)
                + "; connect the integration again and consent to them";
    }

    /** Some servers respond with 400 for an unknown session, and say so only in their message. */
    private static Optional<Reply.Failed> refused(OutboundStream answer, String words, boolean inSession)
            throws McpFault {
        byte[] body = body(answer);
        if (answer.status() == 400
                && inSession
                && new String(body, StandardCharsets.UTF_8)
                        .toLowerCase(Locale.ROOT)
                        .contains("session")) {
            throw new McpFault.SessionGone();
        }
        List<Message> messages = Message.read(body);
        if (messages.size() == 1 && messages.getFirst() instanceof Message.Response(long _, Reply.Failed failed)) {
            return Optional.of(failed);
        }
        throw new McpFault(FailureKind.FAILED, words);
    }

    private static byte[] body(OutboundStream answer) {
        try {
            return answer.body().readNBytes(WORDS_BYTES);
        } catch (IOException brokeOff) {
            return new byte[0];
        }
    }
}
