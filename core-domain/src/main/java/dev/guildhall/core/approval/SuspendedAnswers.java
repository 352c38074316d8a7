package dev.guildhall.core.approval;

import dev.guildhall.core.agent.ApprovalWaits;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/**
 * Looks for answers that have waited for their users and can go on (approvals-5): one query finds those of all nodes. An
 * answer whose client is connected to this node goes on there; one without a client is continued by the node that takes it
 * first. Run it on its own thread.
 */
public final class SuspendedAnswers implements Runnable {
    private static final Logger LOG = System.getLogger(SuspendedAnswers.class.getName());
    private static final int MOST = 100;

    private final InstantSource clock;
    private final Ticker ticker;
    private final ApprovalStore store;
    private final ApprovalWaits waits;
    private final AgentLimits.Approvals limits;
    private final Continuations continuations;
    private final ExecutorService threads;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /** Continues answers that are ready. */
    public interface Continuations {
        /** Continues an answer of the agent service, whose client has left. Blocks until it has ended. */
        void answer(SuspendedAnswer.InChat ready);

        /** Ends an answer of the agent service that cannot go on, if it is still ready. */
        void lose(SuspendedAnswer.InChat ready, String why);

        /** Begins to continue a reply of the chat front-end, if this node can. */
        void reply(SuspendedAnswer.InChat ready);

        /** Puts a task back into its place in the queue. */
        void task(SuspendedAnswer.InTask ready);

        /** Whether this node continues answers of the agent service. */
        boolean hasAgents();
    }

    public SuspendedAnswers(
            InstantSource clock,
            Ticker ticker,
            Threads threads,
            ApprovalStore store,
            ApprovalWaits waits,
            AgentLimits.Approvals limits,
            Continuations continuations) {
        this.clock = clock;
        this.ticker = ticker;
        this.store = store;
        this.waits = waits;
        this.limits = limits;
        this.continuations = continuations;
        this.threads = threads.executor();
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ticker.pause(waits.now().isEmpty() ? limits.lookEvery() : limits.lookAfter());
                attempt();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
    }

    private void attempt() {
        try {
            look();
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "the look for decided approvals failed: {0}", outage);
        }
    }

    /** Continues what is ready; the answers go on on other threads. */
    public void look() {
        Map<String, CompletableFuture<Boolean>> here = waits.now();
        Map<String, CompletableFuture<Boolean>> gone = new HashMap<>(here);
        List<ApprovalStore.Found> found = store.look(clock.instant(), here.keySet(), MOST);
        for (ApprovalStore.Found one : found) {
            String work = one.answer().work();
            CompletableFuture<Boolean> wait = gone.remove(work);
            one.readyAt().ifPresent(since -> {
                if (wait == null) {
                    proceed(one.answer(), since);
                } else {
                    wait.complete(true);
                }
            });
        }
        gone.values().forEach(wait -> wait.complete(false));
    }

    private void proceed(SuspendedAnswer ready, Instant since) {
        switch (ready) {
            case SuspendedAnswer.InTask task -> continuations.task(task);
            case SuspendedAnswer.InChat chat -> {
                if (chat.isReply()) {
                    continuations.reply(chat);
                } else if (isLeftBehind(since)) {
                    begin(chat);
                }
            }
        }
    }

    /** The node whose client waits for the answer has had time to take it. */
    private boolean isLeftBehind(Instant since) {
        return continuations.hasAgents()
                && Duration.between(since, clock.instant()).compareTo(limits.graceOfStream()) >= 0;
    }

    private void begin(SuspendedAnswer.InChat chat) {
        if (underWay.size() >= limits.resumedAtOnce() || !underWay.add(chat.work())) {
            return;
        }
        try {
            threads.execute(() -> {
                try {
                    answer(chat);
                } finally {
                    underWay.remove(chat.work());
                }
            });
        } catch (RejectedExecutionException stopping) {
            underWay.remove(chat.work());
        }
    }

    private void answer(SuspendedAnswer.InChat chat) {
        try {
            continuations.answer(chat);
        } catch (Refusal refused) {
            if (!isElsewhere(refused.problem())) {
                LOG.log(Level.INFO, "an answer did not go on after its approval: {0}", refused.getMessage());
                continuations.lose(chat, refused.problem().message());
            }
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "an answer could not go on after its approval", bug);
            continuations.lose(chat, "something went wrong on the server");
        }
    }

    /** The answer waits again, is continued by another node, or can be continued later. */
    private static boolean isElsewhere(Problem problem) {
        return problem instanceof AgentProblem.AwaitsApproval
                || problem instanceof CommonProblem.Conflict
                || problem instanceof CommonProblem.Unavailable
                || problem instanceof CommonProblem.Cancelled;
    }
}
