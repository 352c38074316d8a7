package dev.guildhall.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskStatus;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.testkit.ScriptedChatModel;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A store of the program that fails for a while: one piece of work ends, and the core goes on when the store does. */
@Timeout(60)
class ForeignStoreTest {
    private final List<String> faults = new ArrayList<>();
    private volatile boolean broken;

    private interface Fault {
        Object happen() throws Throwable;
    }

    static Stream<Arguments> stores() {
        return Stream.of("tasks", "workflows", "transactions", "memories", "conversations", "usage", "accounts")
                .flatMap(name -> Stream.of(
                        Arguments.of(name, (Fault) () -> {
                            throw new IllegalStateException();
                        }),
                        Arguments.of(name, (Fault) () -> {
                            throw new StackOverflowError();
                        }),
                        Arguments.of(name, (Fault) () -> null)));
    }

    private Stores faulty(Stores stores, String name, Fault fault) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("others")) {
                return stores;
            }
            Object answer = InvocationHandler.invokeDefault(proxy, method, arguments);
            return method.getName().equals(name) ? faulty(method.getReturnType(), answer, fault) : answer;
        };
        Stores all = (Stores) Proxy.newProxyInstance(
                ForwardingStores.class.getClassLoader(), new Class<?>[] {ForwardingStores.class}, handler);
        stores.referTo(all);
        return all;
    }

    private Object faulty(Class<?> type, Object store, Fault fault) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (broken && !method.getReturnType().isPrimitive()) {
                return fault.happen();
            }
            try {
                method.setAccessible(true);
                return method.invoke(store, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        });
    }

    private void attempt(String what, Callable<?> work) {
        try {
            work.call();
        } catch (Throwable failure) {
            faults.add(what + ": " + failure);
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void the_core_goes_on_when_the_store_does(String name, Fault fault) {
        Stores stores = faulty(InMemoryStores.empty(SystemTime.CLOCK), name, fault);
        Core core = Core.start(parts -> parts.stores(stores)
                .chatModel(ScriptedChatModel.echo())
                .tool("desk.order", "An order.", Map.of("type", "object"), (caller, given) -> Map.of())
                .task("work", (owner, task) -> Map.of("done", true)));
        try (core) {
            Caller.User ada = core.user("crm", "ada");
            work(core, ada, "before");
            assertThat(faults).isEmpty();
            broken = true;
            work(core, ada, "broken");
            assertThat(faults.isEmpty()).isEqualTo(name.equals("usage"));
            broken = false;
            faults.clear();
            work(core, ada, "after");
            assertThat(faults).isEmpty();
        }
    }

    private void work(Core core, Caller.User ada, String when) {
        attempt(when + " user", () -> core.user("crm", "ada" + when));
        attempt(when + " ask", () -> core.agents().ask(ada, "Hello?", ignored -> {}));
        attempt(when + " remember", () -> core.memories().remember(ada, "Likes tea."));
        attempt(when + " search", () -> core.memories().search(ada, "tea"));
        attempt(when + " task", () -> {
            Task task = core.tasks().submit(ada, "work", Map.of());
            Task done = core.tasks().await(ada, task.id(), broken ? Duration.ofMillis(300) : Duration.ofSeconds(10));
            assertThat(done.status()).isEqualTo(TaskStatus.COMPLETED);
            return done;
        });
        attempt(when + " workflow", () -> core.workflows().start(ada, "flow", List.of(StepSpec.of("a", "work"))));
    }
}
