package dev.guildhall.core.webchat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.session.OpenCall;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.webchat.Answer;
import dev.guildhall.ports.webchat.AnswerEvent;
import dev.guildhall.ports.webchat.AnswerId;
import dev.guildhall.ports.webchat.AnswerStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The answers that this node runs, each on its own thread, so that they continue when their client disconnects. Their
 * events are stored a few times a second for clients on other nodes. Run it on its own thread, and interrupt and join
 * that thread to stop in order. Thread-safe.
 */
public final class RunningAnswers implements Runnable {
    private static final Logger LOG = System.getLogger(RunningAnswers.class.getName());
    private static final Duration SWEEP_EVERY = Duration.ofSeconds(10);
    private static final int EVENTS_AT_ONCE = 1000;
    private static final int LOOKS_FOR_UNSTORED = 5;
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Ticker ticker;
    private final IdSource ids;
    private final Accounts accounts;
    private final AgentClient agents;
    private final AnswerStore store;
    private final WebChatLimits.Answers limits;
    private final NodeId node;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<ChatId, LiveAnswer> live = new ConcurrentHashMap<>();
    private final ReentrantLock storing = new ReentrantLock();
    private final Map<UserId, Integer> ofUser = new ConcurrentHashMap<>();
    private final LostAnswers lost;

    public RunningAnswers(
            InstantSource clock,
            Ticker ticker,
            IdSource ids,
            Accounts accounts,
            AgentClient agents,
            Stores stores,
            WebChatLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.ids = ids;
        this.accounts = accounts;
        this.agents = agents;
        this.store = stores.answers();
        this.limits = limits.answers();
        this.node = new NodeId(ids.next("node"));
        this.lost = new LostAnswers(clock, ids, store, stores.conversations(), this.limits, node);
    }

    /** Is notified of the outcome of a question, on the answering thread. */
    interface Listener {
        /** The agent has accepted the question; the chat is new when the request named none. */
        void started(ChatId chatId);

        /** The answer is complete and stored. */
        void answered(ChatId chatId, AgentReply reply);
    }

    /**
     * Begins an answer, and returns when the agent has accepted the question.
     *
     * @return the answer
     * @throws Refusal with the problem of the agent service, and {@code CommonProblem.Conflict} while the chat has
     *     another running answer
     */
    Answer begin(Caller.User caller, AgentRequest request, Listener listener) {
        admit(caller.userId());
        CompletableFuture<Answer> begun = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                new AnswerRun(caller, request, listener, begun).run();
            } catch (RuntimeException ended) {
                begun.completeExceptionally(ended);
            } finally {
                leave(caller.userId());
            }
        });
        return await(begun);
    }

    private static Answer await(CompletableFuture<Answer> begun) {
        try {
            return begun.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new CompletionException(failed);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
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

    /** The latest answer of a chat; ends it first when its node has failed; empty when the chat has had none. */
    Optional<Answer> latest(ChatId chatId) {
        return lost.latest(chatId);
    }

    /** The answer that this node runs in a chat; empty when it runs none. */
    Optional<LiveAnswer> in(ChatId chatId) {
        return Optional.ofNullable(live.get(chatId));
    }

    /** Sends the events of a chat after a number until the running answer has ended. */
    void follow(ChatId chatId, int after, Consumer<Numbered<AnswerEvent>> sink) {
        Optional<LiveAnswer> here = in(chatId);
        if (here.isPresent()) {
            here.get().follow(after, sink);
            return;
        }
        followStored(chatId, after, sink);
    }

    /** An answer whose node has failed is ended when it is read, so it is safe to wait for a last event. */
    private void followStored(ChatId chatId, int after, Consumer<Numbered<AnswerEvent>> sink) {
        Optional<Answer> latest = lost.latest(chatId);
        int seen = after > 0
                ? known(chatId, after, latest)
                : latest.map(Answer::firstNumber).orElse(1) - 1;
        while (true) {
            List<Numbered<AnswerEvent>> events = store.events(chatId, seen, EVENTS_AT_ONCE);
            for (Numbered<AnswerEvent> event : events) {
                sink.accept(event);
                seen = event.number();
                if (event.event().isLast()) {
                    return;
                }
            }
            if (events.isEmpty()) {
                if (latest.filter(answer -> answer.status() == Answer.Status.RUNNING)
                        .isEmpty()) {
                    return;
                }
                pause();
                latest = lost.latest(chatId);
                if (latest.isEmpty()) {
                    sink.accept(new Numbered<>(seen + 1, AnswerEvent.Failed.CHAT_DELETED));
                }
            }
        }
    }

    /**
     * The number of an existing event. A client of the answering node may have received events that are stored a moment
     * later; for a number that no event gets, the client continues with the newest event, or gets the last event of an
     * answer that has ended.
     */
    private int known(ChatId chatId, int after, Optional<Answer> latest) {
        boolean isRunning = latest.filter(answer -> answer.status() == Answer.Status.RUNNING)
                .isPresent();
        int newest = store.newest(chatId);
        for (int looks = 0; isRunning && after > newest && looks < LOOKS_FOR_UNSTORED; looks++) {
            pause();
            newest = store.newest(chatId);
        }
        if (after <= newest) {
            return after;
        }
        boolean hasEnded = store.events(chatId, newest - 1, 1).stream()
                .anyMatch(event -> event.event().isLast());
        return hasEnded ? newest - 1 : newest;
    }

    private void pause() {
        try {
            ticker.pause(limits.poll());
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Stops the running answer of a chat, on any node. */
    void stop(ChatId chatId) {
        in(chatId).ifPresentOrElse(LiveAnswer::stop, () -> store.requestStop(chatId, clock.instant()));
    }

    @Override
    public void run() {
        Instant sweepAt = clock.instant();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                attempt("the storing of answers' events", this::flush);
                if (!clock.instant().isBefore(sweepAt)) {
                    sweepAt = clock.instant().plus(SWEEP_EVERY);
                    attempt("the removal of answers' events", this::forget);
                    attempt("the end of lost answers", this::endLost);
                }
                ticker.pause(limits.flush());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    private static void attempt(String name, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException outage) {
            LOG.log(Level.WARNING, "{0} failed: {1}", name, outage);
        }
    }

    private void forget() {
        store.forget(clock.instant().minus(limits.kept()));
    }

    /** Leases of this node's own answers are extended between two rounds. */
    private void endLost() {
        while (lost.end() && !Thread.currentThread().isInterrupted()) {
            flush();
        }
    }

    private void flush() {
        List<LiveAnswer> all = List.copyOf(live.values());
        if (all.isEmpty()) {
            return;
        }
        store(all);
        Set<AnswerId> stops =
                store.toStop(all.stream().map(answer -> answer.answer().id()).toList());
        all.stream().filter(answer -> stops.contains(answer.answer().id())).forEach(LiveAnswer::stop);
    }

    /** Stores the new events of some answers, in one write; answers that have ended are done then. */
    private void store(List<LiveAnswer> answers) {
        storing.lock();
        try {
            Map<LiveAnswer, List<Numbered<AnswerEvent>>> events =
                    answers.stream().collect(Collectors.toMap(Function.identity(), LiveAnswer::unstored));
            Map<AnswerId, List<Numbered<AnswerEvent>>> byId = new HashMap<>();
            events.forEach((answer, added) -> byId.put(answer.answer().id(), added));
            store.append(byId, clock.instant().plus(limits.lease()));
            events.forEach((answer, added) -> {
                if (answer.stored(added.size())) {
                    live.remove(answer.answer().chatId(), answer);
                }
            });
        } finally {
            storing.unlock();
        }
    }

    private void close() {
        boolean interrupted = Thread.interrupted();
        threads.shutdownNow();
        try {
            threads.awaitTermination(STOP_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException early) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** One answer, on its own thread. */
    private final class AnswerRun implements Runnable, AgentListener {
        private final Caller.User caller;
        private final AgentRequest request;
        private final Listener listener;
        private final CompletableFuture<Answer> begun;
        private final StringBuilder said = new StringBuilder();
        private final Set<String> tools = new LinkedHashSet<>();
        private Optional<LiveAnswer> mine = Optional.empty();

        AnswerRun(Caller.User caller, AgentRequest request, Listener listener, CompletableFuture<Answer> begun) {
            this.caller = caller;
            this.request = request;
            this.listener = listener;
            this.begun = begun;
        }

        @Override
        public void run() {
            Thread thread = Thread.currentThread();
            try {
                OpenCall watch = accounts.open(caller, ended -> thread.interrupt());
                try {
                    answer();
                } finally {
                    watch.close();
                }
            } catch (RuntimeException failed) {
                fail(failed);
            } finally {
                begun.completeExceptionally(new IllegalStateException("the answer did not begin"));
            }
        }

        private void answer() {
            request.chatId().ifPresent(chatId -> {
                lost.latest(chatId);
                claim(chatId);
            });
            AgentReply reply = agents.chat(caller, request, this);
            add(new AnswerEvent.Used(reply.usage()));
            end(new AnswerEvent.Done(reply.chatId(), reply.message().content(), reply.toolsUsed(), false));
            attempt("the record of an answer", () -> listener.answered(reply.chatId(), reply));
        }

        private void claim(ChatId chatId) {
            Instant now = clock.instant();
            Answer answer = new Answer(
                    new AnswerId(ids.next("ans")),
                    chatId,
                    request.userId(),
                    node,
                    Answer.Status.RUNNING,
                    1,
                    now,
                    now.plus(limits.lease()));
            Answer kept = store.begin(answer)
                    .orElseThrow(() -> new Refusal(new CommonProblem.Conflict(
                            "the chat is being answered; wait for that answer, or stop it, and ask again")));
            LiveAnswer answering = new LiveAnswer(kept, Thread.currentThread());
            live.put(chatId, answering);
            mine = Optional.of(answering);
        }

        @Override
        public boolean isStopped() {
            return mine.filter(LiveAnswer::isStopped).isPresent();
        }

        @Override
        public void accept(AgentEvent event) {
            switch (event) {
                case AgentEvent.Started(ChatId chatId) -> {
                    listener.started(chatId);
                    if (mine.isEmpty()) {
                        claim(chatId);
                    }
                    begun.complete(mine.orElseThrow().answer());
                }
                case AgentEvent.Token(String text) -> {
                    said.append(text);
                    add(new AnswerEvent.Token(text));
                }
                case AgentEvent.ToolStarted started -> {
                    tools.add(started.tool());
                    add(new AnswerEvent.ToolStarted(started.callId(), started.tool(), started.parameters()));
                }
                case AgentEvent.ToolFinished finished -> add(new AnswerEvent.ToolFinished(finished.use()));
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new Refusal(new CommonProblem.Cancelled());
            }
        }

        private void add(AnswerEvent event) {
            mine.orElseThrow().add(event);
        }

        private void fail(RuntimeException failed) {
            if (!(failed instanceof Refusal)) {
                LOG.log(Level.ERROR, "an answer in a chat failed", failed);
            }
            mine.ifPresent(answer -> end(
                    isStopped()
                            ? new AnswerEvent.Done(answer.answer().chatId(), said.toString(), List.copyOf(tools), true)
                            : new AnswerEvent.Failed(messageOf(failed))));
            begun.completeExceptionally(failed);
        }

        private static String messageOf(RuntimeException failed) {
            return failed instanceof Refusal refusal
                    ? refusal.problem().message()
                    : "something went wrong on the server; ask again";
        }

        /** The end is stored before a client receives it, since the client may ask again at once. */
        private void end(AnswerEvent last) {
            LiveAnswer answer = mine.orElseThrow();
            answer.end(last);
            Thread.interrupted();
            try {
                store(List.of(answer));
            } catch (RuntimeException outage) {
                LOG.log(Level.WARNING, "the end of an answer is stored later: {0}", outage.toString());
            } finally {
                answer.publish();
            }
        }
    }
}
