package dev.guildhall.core.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.config.UnknownTaskTypes;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.apikey.MadeApiKey;
import dev.guildhall.ports.apikey.NewApiKey;
import dev.guildhall.ports.problem.ErrorKind;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.task.AttemptEnd;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskError;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.TaskState;
import dev.guildhall.ports.task.TaskType;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskOfApiKeyTest {
    private static final TaskType TYPE = new TaskType("some_work");
    private static final List<String> TOOLS = List.of("some.tool", "another.tool");
    private static final AttemptEnd.Result REFUSED = new AttemptEnd.Final(new TaskState.Failed(new TaskError(
            "UNAUTHENTICATED",
            "the API key with which the task was submitted was revoked or has expired",
            ErrorKind.UNAUTHENTICATED)));

    private final Installation installation = new Installation(parts -> parts.unknownTaskTypes(UnknownTaskTypes.AGENT));
    private final Caller.User ada = installation.someone();
    private final List<Caller.User> callers = new ArrayList<>();
    private final TaskExecutors executors = new TaskExecutors(
            installation.time(),
            new AccountRoles(installation.time(), installation.stores().accounts(), new Permissions(Set.of())),
            installation.stores().apiKeys(),
            new Threads(),
            List.of(new Noting()),
            List.of(),
            TaskLimits.DEFAULT);

    /** Notes on whose behalf it works. */
    private final class Noting implements TaskExecutor {
        @Override
        public boolean takes(TaskType type) {
            return true;
        }

        @Override
        public Map<String, Object> execute(Caller.User owner, Task task) {
            callers.add(owner);
            return Map.of();
        }
    }

    private MadeApiKey key() {
        ApiKeyScope scope =
                new ApiKeyScope(Optional.empty(), Optional.of(Set.of("some.tool")), Optional.of(Set.of("some-model")));
        Duration life = Duration.ofHours(1);
        return installation
                .core()
                .apiKeys()
                .create(
                        ada,
                        new NewApiKey(
                                new ApiKeyName("batch"),
                                Optional.of(installation.time().instant().plus(life)),
                                scope,
                                Caller.Key.Limits.NONE));
    }

    private Caller.User bearer(MadeApiKey key) {
        return installation.accounts().authenticate(Caller.anonymous(), new AccessToken(key.secret()));
    }

    private Task submitted(MadeApiKey key) {
        return installation
                .core()
                .tasks()
                .submit(
                        bearer(key),
                        new TaskSpec(TYPE, Map.of(), TOOLS, TaskSpec.DEFAULT_PRIORITY, TaskSpec.DEFAULT_TTL),
                        Optional.empty())
                .task();
    }

    @Test
    void a_task_may_do_what_its_key_may() throws InterruptedException {
        MadeApiKey key = key();

        executors.execute(submitted(key));

        Caller.User caller = callers.getFirst();
        assertThat(caller.userId()).isEqualTo(ada.userId());
        assertThat(caller.key().map(Caller.Key::id)).contains(key.key().key().id());
        assertThat(caller.mayAsk("some-model")).isTrue();
        assertThat(caller.mayAsk("another-model")).isFalse();
        assertThat(caller.mayUse("some.tool")).isTrue();
        assertThat(caller.mayUse("another.tool")).isFalse();
    }

    @Test
    void a_task_of_a_revoked_key_fails_and_is_not_tried_again() throws InterruptedException {
        MadeApiKey key = key();
        Task task = submitted(key);

        installation.core().apiKeys().revoke(ada, key.key().key().id());

        assertThat(executors.execute(task)).isEqualTo(REFUSED);
        assertThat(callers).isEmpty();
    }

    @Test
    void a_task_of_an_expired_key_fails() throws InterruptedException {
        Task task = submitted(key());

        installation.time().advance(Duration.ofHours(1));

        assertThat(executors.execute(task)).isEqualTo(REFUSED);
    }

    @Test
    void the_steps_of_a_workflow_have_its_key() {
        MadeApiKey key = key();
        StepSpec step = new StepSpec("one", "", TYPE, List.of(), Map.of(), List.of());

        Workflow workflow = installation
                .core()
                .workflows()
                .start(bearer(key), "flow", List.of(step), Optional.empty())
                .workflow();

        assertThat(workflow.actor().keyId()).contains(key.key().key().id());
        assertThat(workflow.steps().getFirst().task().orElseThrow().actor()).isEqualTo(workflow.actor());
    }
}
