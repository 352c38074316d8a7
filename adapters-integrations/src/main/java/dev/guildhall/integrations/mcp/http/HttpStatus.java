package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.Message;
import dev.guildhall.integrations.mcp.protocol.Reply;
import dev.guildhall.integrations.net.OutboundStream;
import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

final class HttpStatus {
    private static final int WORDS_BYTES = 16 * 1024;

    private HttpStatus() {}

    /** Accepts a response with a success status, and throws for any other. */
    static void check(OutboundStream answer, boolean inSession) throws McpFault {
        int status = answer.status();
        if (status >= 200 && status < 300) {
            return;
        }
        String words = "the MCP server responded with the status " + status;
        throw switch (status) {
            case 401 -> new McpFault(FailureKind.UNAUTHORIZED, "the MCP server does not accept the credential");
            case 404 -> inSession ? new McpFault.SessionGone() : new McpFault(FailureKind.FAILED, words);
            case 429 -> new McpFault(FailureKind.RATE_LIMITED, words, answer.retryAfter());
            default ->
                status >= 500
                        ? new McpFault(FailureKind.UPSTREAM_FAILED, words, answer.retryAfter())
                        : refused(answer, words, inSession);
        };
    }

    /** Some servers respond with 400 for an unknown session, and say so only in their message. */
    private static McpFault refused(OutboundStream answer, String words, boolean inSession) throws McpFault {
        byte[] body = body(answer);
        if (answer.status() == 400
                && inSession
                && new String(body, StandardCharsets.UTF_8)
                        .toLowerCase(Locale.ROOT)
                        .contains("session")) {
            return new McpFault.SessionGone();
        }
        List<Message> messages = Message.read(body);
        if (messages.size() == 1 && messages.getFirst() instanceof Message.Response(long _, Reply.Failed failed)) {
            failed.result();
        }
        return new McpFault(FailureKind.FAILED, words);
    }

    private static byte[] body(OutboundStream answer) {
        try {
            return answer.body().readNBytes(WORDS_BYTES);
        } catch (IOException brokeOff) {
            return new byte[0];
        }
    }
}
