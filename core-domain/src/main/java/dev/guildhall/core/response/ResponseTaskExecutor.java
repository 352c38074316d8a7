package dev.guildhall.core.response;

import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.response.ResponseId;
import dev.guildhall.ports.response.ResponseRunner;
import dev.guildhall.ports.response.ResponseStore;
import dev.guildhall.ports.response.StoredResponse;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Gives background answers: the input is {@code {responseId}}, the output {@code {responseId, status}}. A further attempt
 * begins the answer anew.
 */
public final class ResponseTaskExecutor implements TaskExecutor {
    static final String ID = "responseId";

    private final ResponseStore store;
    private final ResponseRunner runner;
    private final Completions completions;

    public ResponseTaskExecutor(ResponseStore store, ResponseRunner runner, Completions completions) {
        this.store = store;
        this.runner = runner;
        this.completions = completions;
    }

    @Override
    public boolean takes(TaskType type) {
        return type.equals(TaskTypes.RESPONSE);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) {
        ResponseId id = new ResponseId(String.valueOf(task.spec().input().get(ID)));
        StoredResponse response = store.find(owner.userId(), id)
                .filter(StoredResponse::isBackground)
                .orElseThrow(ResponseTaskExecutor::unknown);
        ResponseStore.Attempt attempt = new ResponseStore.Attempt(owner.userId(), id, task.id(), task.fence());
        int firstEvent = store.begin(attempt).orElseThrow(ResponseTaskExecutor::unknown);
        List<StoredResponse> history = response.previous()
                .map(previous -> StoredResponseService.conversation(owner, previous, store))
                .orElse(List.of());
        ResponseRunner.Result result = runner.run(
                owner,
                new ResponseRunner.Attempt(response, history, firstEvent),
                completions,
                batch -> store.append(attempt, batch));
        store.end(attempt, result.status(), result.answer());
        return Map.of(ID, id.value(), "status", result.status().name().toLowerCase(Locale.ROOT));
    }

    private static Refusal unknown() {
        return new Refusal(new CommonProblem.NotFound("response that waits for this task"));
    }
}
