package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.integrations.discovery.Challenge;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A request to a server failed. It has no stack trace: most causes are outside this process. */
public class McpFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final transient Optional<Duration> retryAfter;

    public McpFault(FailureKind kind, String message) {
        this(kind, message, Optional.empty());
    }

    public McpFault(FailureKind kind, String message, Optional<Duration> retryAfter) {
        super(message, null, false, false);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** The session had ended before the request reached the server: the request can be sent in another one. */
    public static final class SessionGone extends McpFault {
        private static final long serialVersionUID = 1L;

        public SessionGone() {
            super(FailureKind.UPSTREAM_FAILED, "the session with the MCP server has ended");
        }
    }

    /** The server does not accept the credential, or wants one, and says which. */
    public static final class Challenged extends McpFault {
        private static final long serialVersionUID = 1L;

        private final transient Optional<Challenge> challenge;

        public Challenged(FailureKind kind, String message, Optional<Challenge> challenge) {
            super(kind, message);
            this.challenge = challenge;
        }

        /** Absent when the server does not say which. */
        public Optional<Challenge> challenge() {
            return challenge;
        }

        public List<Scope> missing() {
            return kind() == FailureKind.INSUFFICIENT_SCOPES
                    ? challenge.map(Challenge::scopes).orElse(List.of())
                    : List.of();
        }

        @Override
        public ToolOutcome.Failure outcome() {
            return new ToolOutcome.Failure(kind(), words(), Optional.empty(), missing());
        }
    }

    public static McpFault cancelled() {
        return new McpFault(FailureKind.CANCELLED, "the call was cancelled");
    }

    static McpFault timedOut(Duration after) {
        return new McpFault(FailureKind.TIMED_OUT, "the MCP server did not respond within " + after.toMillis() + " ms");
    }

    public static McpFault tooLarge() {
        return new McpFault(
                FailureKind.TOO_LARGE,
                "the MCP server's response is larger than " + McpLimits.MESSAGE_BYTES / 1024 / 1024 + " MiB");
    }

    public static McpFault closed() {
        return new McpFault(FailureKind.UNREACHABLE, "the connection to the MCP server was closed");
    }

    public static McpFault of(OutboundFailure failure) {
        return new McpFault(failure.kind(), String.valueOf(failure.getMessage()), failure.retryAfter());
    }

    public FailureKind kind() {
        return kind;
    }

    public String words() {
        return String.valueOf(getMessage());
    }

    public ToolOutcome.Failure outcome() {
        return new ToolOutcome.Failure(kind, words(), retryAfter);
    }
}
