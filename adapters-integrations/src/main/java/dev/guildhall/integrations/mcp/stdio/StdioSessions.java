package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.CallDeadline;
import dev.guildhall.integrations.mcp.protocol.Era;
import dev.guildhall.integrations.mcp.protocol.Handshake;
import dev.guildhall.integrations.mcp.protocol.McpConversation;
import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions.Stdio;
import dev.guildhall.integrations.mcp.protocol.McpSession;
import dev.guildhall.integrations.mcp.protocol.ServerFacts;
import dev.guildhall.integrations.mcp.protocol.Sessions;
import dev.guildhall.integrations.mcp.protocol.TracedConversation;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One process, started when it is first needed and again after it has ended, and the one session with it: all users
 * share the process.
 */
public final class StdioSessions implements Sessions {
    private static final Logger LOG = System.getLogger(StdioSessions.class.getName());

    /** A process; the session completes after the handshake. */
    private record Running(StdioConversation conversation, CompletableFuture<McpSession> session) {
        boolean isOfUse() {
            return conversation.isOpen() && !session.isCompletedExceptionally();
        }
    }

    private final Stdio options;
    private final Duration connectTimeout;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Restarts restarts = new Restarts();
    private final Set<StdioConversation> notGone = new HashSet<>();
    private Optional<Running> running = Optional.empty();
    private final Era era;
    private final McpMeter meter;
    private boolean closed;

    public StdioSessions(Stdio options, Duration connectTimeout, InstantSource clock, McpMeter meter) {
        this.meter = meter;
        this.options = options;
        this.connectTimeout = connectTimeout;
        this.clock = clock;
        this.era = new Era(clock);
    }

    @Override
    public McpSession open(Optional<Credential> credential, CallDeadline deadline) throws McpFault {
        return deadline.await(running().session());
    }

    private Running running() throws McpFault {
        lock.lock();
        try {
            if (closed) {
                throw McpFault.closed();
            }
            Optional<Running> now = running.filter(Running::isOfUse);
            if (now.isPresent()) {
                return now.get();
            }
            Running fresh = start();
            running = Optional.of(fresh);
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    private Running start() throws McpFault {
        Instant now = clock.instant();
        Duration pause = restarts.pause(now);
        if (pause.isPositive()) {
            throw new McpFault(
                    FailureKind.UNREACHABLE,
                    "the MCP server has ended too often to be restarted at once",
                    Optional.of(pause));
        }
        restarts.started(now);
        OrphanProcesses.end();
        try {
            StdioConversation conversation = new StdioConversation(ServerProcess.start(options));
            notGone.removeIf(StdioConversation::isGone);
            notGone.add(conversation);
            Running fresh = new Running(conversation, new CompletableFuture<>());
            Thread.ofVirtual().name("mcp-handshake").start(() -> greet(fresh));
            return fresh;
        } catch (IOException noSuchProgram) {
            LOG.log(Level.WARNING, "the MCP server " + options + " could not be started", noSuchProgram);
            throw new McpFault(FailureKind.UNREACHABLE, "the MCP server's program could not be started");
        }
    }

    private void greet(Running fresh) {
        McpConversation conversation = new TracedConversation(fresh.conversation(), Optional.empty(), meter, clock);
        try {
            ServerFacts facts = Handshake.run(conversation, era, CallDeadline.in(connectTimeout));
            fresh.session().complete(new McpSession(conversation, facts));
        } catch (McpFault fault) {
            if (fault.kind() == FailureKind.UPSTREAM_FAILED) {
                era.turn();
            }
            fresh.session().completeExceptionally(fault);
            fresh.conversation().close();
            LOG.log(
                    Level.WARNING,
                    "no session with the MCP server {0}: {1}; it said: {2}",
                    options,
                    fault.words(),
                    fresh.conversation().stderrTail(options));
        }
    }

    @Override
    public void close() {
        List<StdioConversation> left;
        lock.lock();
        try {
            closed = true;
            left = List.copyOf(notGone);
        } finally {
            lock.unlock();
        }
        left.forEach(StdioConversation::close);
    }
}
