package dev.guildhall.core.webchat;

import dev.guildhall.core.config.WebChatLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.session.OpenCall;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.ports.webchat.WebChatStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The replies that this node runs, each on its own thread, so that they continue when their client disconnects. Clients
 * receive their events, on every node, after those were stored; the events of all replies are stored together. Run it
 * on its own thread, and interrupt and join that thread to stop in order.
 */
public final class RunningReplies implements Runnable {
    private static final Logger LOG = System.getLogger(RunningReplies.class.getName());
    private static final Duration SWEEP_EVERY = Duration.ofSeconds(10);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Ticker ticker;
    private final IdSource ids;
    private final Accounts accounts;
    private final AgentClient agents;
    private final WebChatStore chats;
    private final ChatTitles titles;
    private final ReplyStore store;
    private final WebChatLimits.Replies limits;
    private final boolean resumes;
    private final NodeId node;
    private final ExecutorService threads;
    private final LiveReplies live;
    private final Map<UserId, Integer> ofUser = new ConcurrentHashMap<>();
    private final StoredReplies stored;

    /**
     * The replies of a node.
     *
     * @param resumes whether the node continues answers that other nodes gave up
     */
    public RunningReplies(
            InstantSource clock,
            Ticker ticker,
            IdSource ids,
            Accounts accounts,
            AgentClient agents,
            ChatTitles titles,
            Stores stores,
            WebChatLimits limits,
            Threads factory,
            boolean resumes) {
        this.threads = factory.executor();
        this.clock = clock;
        this.ticker = ticker;
        this.ids = ids;
        this.accounts = accounts;
        this.agents = agents;
        this.chats = stores.webChats();
        this.titles = titles;
        this.store = stores.replies();
        this.limits = limits.replies();
        this.resumes = resumes;
        this.live = new LiveReplies(clock, ticker, factory, store, this.limits);
        this.node = new NodeId(ids.next("node"));
        this.stored = new StoredReplies(clock, ticker, ids, stores, this.limits, node, new GivenUpReplies());
    }

    /**
     * Begins a reply, and returns when the agent has accepted the question.
     *
     * @param isTitled whether the question sets the title of its chat
     * @throws Refusal with the problem of the agent service, and {@code CommonProblem.Conflict} while the chat has
     *     another running reply
     */
    Reply begin(Caller.User caller, AgentRequest request, boolean isTitled) {
        admit(caller.userId());
        ReplyRun run =
                new ReplyRun(this, live, request, Handover.of(caller, request), record(caller, request, isTitled));
        execute(caller, () -> {
            try {
                answer(caller, run, () -> {
                    request.chatId().ifPresent(chatId -> {
                        stored.latest(chatId);
                        run.begin(chatId);
                    });
                    run.complete(agents.chat(caller, request, run));
                });
            } finally {
                run.requireBegun();
            }
        });
        return run.awaitBegun();
    }

    private ReplyRecord record(Caller.User caller, AgentRequest request, boolean isTitled) {
        return new ReplyRecord(clock, chats, titles, caller, request, isTitled);
    }

    private void execute(Caller.User caller, Runnable work) {
        try {
            threads.execute(() -> {
                try {
                    work.run();
                } finally {
                    leave(caller.userId());
                }
            });
        } catch (RejectedExecutionException stopping) {
            leave(caller.userId());
            throw stopping;
        }
    }

    private void answer(Caller.User caller, ReplyRun run, Runnable work) {
        Thread thread = Thread.currentThread();
        try {
            OpenCall watch = accounts.open(caller, ended -> thread.interrupt());
            try {
                work.run();
            } finally {
                watch.close();
            }
        } catch (RuntimeException failed) {
            run.fail(failed);
        } catch (Error bug) {
            run.fail(new IllegalStateException("the answer ended with an error", bug));
        }
    }

    /** Continues replies that other nodes gave up; they count for their users, but the bound of a user refuses none. */
    private final class GivenUpReplies implements StoredReplies.Resumption {
        @Override
        public boolean hasRoom() {
            return resumes && live.size() < limits.atOnce();
        }

        /** Returns when clients of this node can follow the reply, or this node stops and has given it up again. */
        @Override
        public void resume(Reply mine, Handover handover) {
            CompletableFuture<LiveReply> begun = new CompletableFuture<>();
            List<Numbered<ReplyEvent>> before = stored.eventsOf(mine);
            ofUser.merge(handover.caller().userId(), 1, Integer::sum);
            try {
                execute(handover.caller(), () -> {
                    LiveReply answering = new LiveReply(mine, Thread.currentThread(), before);
                    live.add(answering);
                    begun.complete(answering);
                    tryRun(answering, handover);
                });
            } catch (RejectedExecutionException stopping) {
                store.giveUp(mine.id(), handover, clock.instant().plus(limits.lease()));
                return;
            }
            begun.join();
        }

        private void tryRun(LiveReply answering, Handover handover) {
            try {
                run(answering, handover);
            } catch (RuntimeException | Error failed) {
                if (!answering.isGivenUp() || !live.giveUp(answering, handover)) {
                    LOG.log(Level.WARNING, "an answer could not be continued", failed);
                    live.end(answering, ReplyEvent.Failed.NODE_LOST);
                }
            }
        }

        private void run(LiveReply answering, Handover handover) {
            Reply mine = answering.answer();
            AgentRequest request = stored.question(mine, handover);
            ReplyRun run = new ReplyRun(
                    RunningReplies.this,
                    live,
                    request,
                    Optional.of(handover),
                    record(handover.caller(), request, stored.isFirst(mine, handover)));
            run.continues(answering, () -> stored.markStopped(mine));
            answer(handover.caller(), run, () -> {
                Set<Role> roles = Set.copyOf(accounts.session(handover.caller()).roles());
                agents.resume(handover.caller().withRoles(roles), request, run)
                        .ifPresentOrElse(run::complete, run::lose);
            });
        }
    }

    /** The reply to a request, which the current thread begins. */
    LiveReply begin(ChatId chatId, UserId owner) {
        Instant now = clock.instant();
        Reply answer = new Reply(
                new ReplyId(ids.next("ans")),
                chatId,
                owner,
                node,
                Reply.Status.RUNNING,
                1,
                now,
                now.plus(limits.lease()));
        Reply begun = store.begin(answer)
                .orElseThrow(() -> new Refusal(new CommonProblem.Conflict(
                        "the chat is being answered; wait for that answer, or stop it, and ask again")));
        LiveReply answering = new LiveReply(begun, Thread.currentThread());
        live.add(answering);
        return answering;
    }

    private void admit(UserId user) {
        int own = ofUser.merge(user, 1, Integer::sum);
        boolean isOfUser = own > limits.atOnceOfUser();
        if (isOfUser || live.size() >= limits.atOnce()) {
            leave(user);
            throw tooMany(
                    isOfUser
                            ? "an account has at most " + limits.atOnceOfUser() + " answers at a time on a node"
                            : "a node gives at most " + limits.atOnce() + " answers at a time");
        }
    }

    private static Refusal tooMany(String bound) {
        return new Refusal(new CommonProblem.RateLimited(
                Duration.ofSeconds(1), CommonProblem.RateLimited.Counted.REQUESTS_AT_ONCE, bound));
    }

    private void leave(UserId user) {
        ofUser.computeIfPresent(user, (any, own) -> own == 1 ? null : own - 1);
    }

    /** How many replies this node gives, until their threads have ended. */
    public int count() {
        return ofUser.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The latest reply of a chat; ends it first when its node has failed; empty when the chat has had none. */
    Optional<Reply> latest(ChatId chatId) {
        return stored.latest(chatId);
    }

    /** Sends the events of a chat after a number until the running reply has ended. */
    void follow(ChatId chatId, int after, Consumer<Numbered<ReplyEvent>> sink) {
        live.in(chatId).ifPresentOrElse(here -> follow(here, after, sink), () -> stored.follow(chatId, after, sink));
    }

    private void follow(LiveReply here, int after, Consumer<Numbered<ReplyEvent>> sink) {
        AtomicInteger seen = new AtomicInteger(Math.max(after, here.answer().firstNumber() - 1));
        boolean ended = here.follow(after, event -> {
            sink.accept(event);
            seen.set(event.number());
        });
        if (!ended) {
            stored.followOn(here.answer().chatId(), seen.get(), sink);
        }
    }

    /** Stops the running reply of a chat, on any node. */
    void stop(ChatId chatId) {
        if (live.in(chatId).filter(LiveReply::stop).isEmpty()) {
            if (!store.requestStop(chatId, clock.instant())) {
                stored.stopWaiting(chatId);
            }
        }
    }

    /** Continues a reply that has waited for an approval, if this node can. */
    public void proceed(SuspendedAnswer.InChat ready) {
        stored.proceed(ready);
    }

    /**
     * Gives up the replies that are running, for other nodes to continue them, and waits until they are stored. Their
     * streams end without a last event.
     */
    public void giveUp() {
        stored.stop();
        live.giveUp();
        awaitEnd();
    }

    @Override
    public void run() {
        Instant sweepAt = clock.instant();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                live.renew();
                if (!clock.instant().isBefore(sweepAt)) {
                    sweepAt = clock.instant().plus(SWEEP_EVERY);
                    attempt("the removal of answers' events", this::forget);
                    attempt("the end of lost answers", this::endLost);
                }
                ticker.pause(limits.renew());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    static void attempt(String name, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "{0} failed: {1}", name, outage);
        }
    }

    private void forget() {
        store.forget(clock.instant().minus(limits.kept()));
    }

    /** Leases of this node's own replies are extended between two rounds. */
    private void endLost() {
        while (stored.endLost() && !Thread.currentThread().isInterrupted()) {
            live.renew();
        }
    }

    private void close() {
        boolean interrupted = Thread.interrupted();
        stored.stop();
        live.close();
        threads.shutdownNow();
        awaitEnd();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd() {
        threads.shutdown();
        try {
            threads.awaitTermination(STOP_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException early) {
            Thread.currentThread().interrupt();
        }
    }
}
