package dev.guildhall.core.response;

import dev.guildhall.core.file.StorageQuota;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.response.EventBatch;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseRunner;
import dev.guildhall.ports.response.ResponseStatus;
import dev.guildhall.ports.response.ResponseStore;
import dev.guildhall.ports.response.StoredResponse;
import dev.guildhall.ports.response.StoredResponses;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Stored answers for signed-in callers. */
public final class StoredResponseService implements StoredResponses {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int BATCHES_AT_ONCE = 100;
    /** In place of the task of an answer that has none: a version before this one stored it, and failed then. */
    private static final TaskId NO_TASK = new TaskId("task_none");

    private final InstantSource clock;
    private final Ticker ticker;
    private final Stores stores;
    private final ResponseStore store;
    private final StorageQuota quota;
    private final Tasks tasks;
    private final Optional<ResponseRunner> runner;

    /** @param runner gives background answers; without one there are none */
    public StoredResponseService(
            InstantSource clock,
            Ticker ticker,
            Stores stores,
            StorageQuota quota,
            Tasks tasks,
            Optional<ResponseRunner> runner) {
        this.clock = clock;
        this.ticker = ticker;
        this.stores = stores;
        this.store = stores.responses();
        this.quota = quota;
        this.tasks = tasks;
        this.runner = runner;
    }

    @Override
    public List<StoredResponse> conversation(Caller caller, ResponseId last) {
        return conversation(caller.requireUser(), find(caller, last), store);
    }

    /** The answers up to the last one, the oldest first; only a conversation that can be continued. */
    static List<StoredResponse> conversation(Caller.User user, ResponseId last, ResponseStore store) {
        return conversation(user, store.find(user.userId(), last).orElseThrow(() -> unknown(last)), store);
    }

    private static List<StoredResponse> conversation(Caller.User user, StoredResponse newest, ResponseStore store) {
        if (newest.depth() >= MOST_IN_CONVERSATION) {
            throw Refusal.invalid(
                    "previous_response_id", "names a conversation of " + MOST_IN_CONVERSATION + " answers, the most");
        }
        if (!newest.status().isFinal()) {
            throw new Refusal(new CommonProblem.Conflict("the previous response has not ended"));
        }
        List<StoredResponse> chain = store.chain(user.userId(), newest.id(), MOST_IN_CONVERSATION);
        if (chain.size() < newest.depth()) {
            throw unknown(chain.getLast().previous().orElseThrow());
        }
        return chain.reversed();
    }

    private static Refusal unknown(ResponseId id) {
        return new Refusal(new CommonProblem.NotFound("response", Optional.of(id.value())));
    }

    @Override
    public void store(Caller caller, NewResponse response) {
        Caller.User user = caller.requireUser();
        stores.transactions().inTransaction(() -> add(user, response, Optional.empty()));
    }

    private StoredResponse add(Caller.User user, NewResponse response, Optional<TaskId> task) {
        int depth = response.previous()
                .map(id -> store.find(user.userId(), id).orElseThrow(() -> unknown(id)))
                .map(before -> before.depth() + 1)
                .orElse(1);
        StoredResponse added = new StoredResponse(
                response.id(),
                user.userId(),
                response.previous(),
                depth,
                clock.instant(),
                response.request(),
                response.input(),
                response.status(),
                response.answer(),
                task);
        quota.requireRoom(user.userId(), added.length());
        if (store.count(user.userId(), MOST_PER_USER) == MOST_PER_USER) {
            throw new Refusal(new CommonProblem.Conflict(
                    "the user has " + MOST_PER_USER + " stored responses, the most; delete some"));
        }
        store.add(added);
        return added;
    }

    @Override
    public StoredResponse enqueue(Caller caller, NewResponse response) {
        if (runner.isEmpty()) {
            throw Refusal.invalid("background", "is not supported here");
        }
        Caller.User user = caller.requireUser();
        Map<String, String> input =
                Map.of(ResponseTaskExecutor.ID, response.id().value());
        return stores.transactions().inTransaction(() -> {
            Task task = tasks.submit(user, TaskTypes.RESPONSE.value(), input);
            return add(user, response, Optional.of(task.id()));
        });
    }

    @Override
    public StoredResponse find(Caller caller, ResponseId id) {
        Caller.User user = caller.requireUser();
        StoredResponse found = store.find(user.userId(), id).orElseThrow(() -> unknown(id));
        if (found.status().isFinal()
                || found.task().filter(task -> isRunning(user, task)).isPresent()) {
            return found;
        }
        fail(found);
        return store.find(user.userId(), id).orElseThrow(() -> unknown(id));
    }

    /** Ends an answer that no task gives any more, so that an attempt which still runs has no effect. */
    private void fail(StoredResponse lost) {
        ResponseStore.Attempt last =
                new ResponseStore.Attempt(lost.owner(), lost.id(), lost.task().orElse(NO_TASK), Integer.MAX_VALUE);
        stores.transactions().inTransaction(() -> {
            store.begin(last).ifPresent(firstEvent -> {
                ResponseRunner.Attempt attempt = new ResponseRunner.Attempt(lost, List.of(), firstEvent);
                ResponseRunner.Result result = runner.map(one -> one.fail(attempt, batch -> store.append(last, batch)))
                        .orElseGet(() -> new ResponseRunner.Result(ResponseStatus.FAILED, lost.answer()));
                store.end(last, result.status(), result.answer());
            });
            return lost;
        });
    }

    /** A task may end without its executor: its time is over, or it was cancelled in the queue. */
    private boolean isRunning(Caller.User user, TaskId id) {
        try {
            Task task = tasks.find(user, id);
            return !task.status().isFinal();
        } catch (Refusal refusal) {
            if (refusal.problem() instanceof TaskProblem.TaskNotFound) {
                return false;
            }
            throw refusal;
        }
    }

    @Override
    public void remove(Caller caller, ResponseId id) {
        StoredResponse found = find(caller, id);
        if (!found.status().isFinal()) {
            cancel(caller, id);
        }
        store.remove(found.owner(), id);
    }

    @Override
    public StoredResponse cancel(Caller caller, ResponseId id) {
        StoredResponse found = find(caller, id);
        if (store.end(found.owner(), id, ResponseStatus.CANCELLED, found.answer())) {
            found.task().ifPresent(task -> cancelTask(caller, task));
        }
        StoredResponse now = find(caller, id);
        if (now.status() != ResponseStatus.CANCELLED) {
            throw new Refusal(new CommonProblem.Conflict("the response has ended: its status is "
                    + now.status().name().toLowerCase(Locale.ROOT)));
        }
        return now;
    }

    private void cancelTask(Caller caller, TaskId task) {
        try {
            tasks.cancel(caller, task);
        } catch (Refusal refusal) {
            // The task has just ended by itself, and found that the answer was cancelled.
            if (!(refusal.problem() instanceof CommonProblem.Conflict)) {
                throw refusal;
            }
        }
    }

    @Override
    public void watch(Caller caller, ResponseId id, int after, Consumer<EventBatch> listener) {
        if (!find(caller, id).isBackground()) {
            throw Refusal.invalid("stream", "is only taken of a response that was created with background");
        }
        int seen = after;
        while (true) {
            boolean ended = find(caller, id).status().isFinal();
            List<EventBatch> batches = store.events(caller.requireUser().userId(), id, seen, BATCHES_AT_ONCE);
            for (EventBatch batch : batches) {
                listener.accept(batch);
                seen = batch.last();
            }
            if (ended && batches.isEmpty()) {
                return;
            }
            if (batches.isEmpty()) {
                pause();
            }
        }
    }

    private void pause() {
        try {
            ticker.pause(POLL);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Removes answers whose time is over, at most so many. */
    public int sweep(int most) {
        Instant before = clock.instant().minus(KEPT);
        return store.sweep(before, most);
    }
}
