package dev.guildhall.core.agent;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers that go on after approvals: a stop waits for them, and a client that disconnects cancels none of them
 * (approvals-6), also when this node notices that only after the decision.
 */
final class ApprovedAnswers {
    private final ExecutorService threads;
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean stopping;

    ApprovedAnswers(Threads threads) {
        this.threads = threads.executor();
    }

    int running() {
        return running.get();
    }

    /** This node stops: it continues no further answers. */
    void refuse() {
        stopping = true;
    }

    /**
     * Continues an answer on the calling thread.
     *
     * @throws Refusal with {@code CommonProblem.Unavailable} when the node stops
     */
    AgentReply proceed(Supplier<AgentReply> answer) {
        begin();
        return toEnd(answer);
    }

    private void begin() {
        running.incrementAndGet();
        if (stopping) {
            running.decrementAndGet();
            throw new Refusal(new CommonProblem.Unavailable("server", "is stopping"));
        }
    }

    private AgentReply toEnd(Supplier<AgentReply> answer) {
        try {
            return answer.get();
        } finally {
            running.decrementAndGet();
        }
    }

    /**
     * Continues an answer on a thread of its own, and waits for its end.
     *
     * @throws Refusal as {@link #proceed}, and with {@code CommonProblem.Cancelled} after an interrupt: the client has
     *     left, and the answer goes on without it
     */
    AgentReply proceedFor(AgentListener client, Function<AgentListener, AgentReply> answer) {
        LeavingClient leaving = new LeavingClient(client);
        begin();
        Future<AgentReply> reply = threads.submit(() -> toEnd(() -> answer.apply(leaving)));
        try {
            return reply.get();
        } catch (InterruptedException left) {
            leaving.leave();
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        }
    }

    /** A client that receives events for as long as it is connected. */
    private static final class LeavingClient implements AgentListener {
        private final AgentListener client;
        private volatile boolean hasLeft;

        LeavingClient(AgentListener client) {
            this.client = client;
        }

        /** The client receives nothing after the return of this method. */
        synchronized void leave() {
            hasLeft = true;
        }

        @Override
        public synchronized void accept(AgentEvent event) {
            if (!hasLeft) {
                try {
                    client.accept(event);
                } catch (RuntimeException gone) {
                    hasLeft = true;
                }
            }
        }

        @Override
        public boolean canAnswer() {
            return !hasLeft && client.canAnswer();
        }

        @Override
        public boolean isShown() {
            return client.isShown();
        }

        @Override
        public synchronized void endsEarly(List<String> notices, ReplyDetails details) {
            if (!hasLeft) {
                client.endsEarly(notices, details);
            }
        }

        @Override
        public boolean isStopped() {
            return client.isStopped();
        }

        @Override
        public boolean isGivenUp() {
            return client.isGivenUp();
        }
    }
}
