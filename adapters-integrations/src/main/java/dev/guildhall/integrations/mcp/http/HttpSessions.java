package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.protocol.CallDeadline;
import dev.guildhall.integrations.mcp.protocol.Era;
import dev.guildhall.integrations.mcp.protocol.Handshake;
import dev.guildhall.integrations.mcp.protocol.McpConversation;
import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.integrations.mcp.protocol.McpSession;
import dev.guildhall.integrations.mcp.protocol.ServerFacts;
import dev.guildhall.integrations.mcp.protocol.Sessions;
import dev.guildhall.integrations.mcp.protocol.TracedConversation;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.telemetry.McpMeter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** Sessions over HTTP, one for each credential, so that no user acts as another. Limited in number. */
public final class HttpSessions implements Sessions {
    private record Held(HttpConversation conversation, CompletableFuture<McpSession> session, Instant lastUsed) {
        boolean isOfUse() {
            return conversation.isOpen() && !session.isCompletedExceptionally();
        }

        Held usedAt(Instant now) {
            return new Held(conversation, session, now);
        }
    }

    private final HttpTransport way;
    private final Duration connectTimeout;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<Optional<Credential>, Held> held = new LinkedHashMap<>(16, 0.75f, true);
    private final Era era;
    private final McpMeter meter;
    private boolean closed;

    public HttpSessions(HttpTransport way, Duration connectTimeout, InstantSource clock, McpMeter meter) {
        this.meter = meter;
        this.way = way;
        this.connectTimeout = connectTimeout;
        this.clock = clock;
        this.era = new Era(clock);
    }

    @Override
    public McpSession open(Optional<Credential> credential, CallDeadline deadline) throws McpFault {
        return deadline.await(held(credential).session());
    }

    private Held held(Optional<Credential> credential) throws McpFault {
        lock.lock();
        try {
            if (closed) {
                throw McpFault.closed();
            }
            Instant now = clock.instant();
            retireIdle(now);
            Held used = Optional.ofNullable(held.get(credential))
                    .filter(Held::isOfUse)
                    .orElseGet(() -> begin(credential, now))
                    .usedAt(now);
            held.put(credential, used);
            retireTheOldest();
            return used;
        } finally {
            lock.unlock();
        }
    }

    private Held begin(Optional<Credential> credential, Instant now) {
        Held fresh = new Held(new HttpConversation(way, credential), new CompletableFuture<>(), now);
        Thread.ofVirtual().name("mcp-handshake").start(() -> greet(fresh));
        return fresh;
    }

    private void greet(Held fresh) {
        McpConversation conversation = new TracedConversation(
                fresh.conversation(), Optional.of(way.options().address()), meter, clock);
        try {
            ServerFacts facts = Handshake.run(conversation, era, CallDeadline.in(connectTimeout));
            fresh.session().complete(new McpSession(conversation, facts));
        } catch (McpFault | RuntimeException fault) {
            fresh.session().completeExceptionally(fault);
            fresh.conversation().retire();
        }
    }

    private void retireIdle(Instant now) {
        held.values().removeIf(one -> {
            boolean idle = !one.lastUsed().plus(McpLimits.SESSION_IDLE).isAfter(now);
            if (idle) {
                one.conversation().retire();
            }
            return idle;
        });
    }

    private void retireTheOldest() {
        if (held.size() > McpLimits.SESSIONS) {
            Optional.ofNullable(held.pollFirstEntry())
                    .ifPresent(oldest -> oldest.getValue().conversation().retire());
        }
    }

    @Override
    public void close() {
        List<Held> left;
        lock.lock();
        try {
            closed = true;
            left = new ArrayList<>(held.values());
            held.clear();
        } finally {
            lock.unlock();
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            left.forEach(one -> threads.execute(one.conversation()::close));
        }
    }
}
