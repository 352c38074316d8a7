package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.builtin.MemoryTools;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.tool.ToolInvokerContract;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemoryToolsTest implements ToolInvokerContract {
    private static final ToolName SEARCH = new ToolName("builtin.memory_search");

    private final Stores stores = InMemoryStores.empty();
    private final UserId ada = Given.someUser(stores);

    @Override
    public ToolInvoker invoker() {
        return new MemoryTools(MemoryStoreFixture.byWords(stores.memories()));
    }

    @Override
    public ToolName goodTool() {
        return SEARCH;
    }

    @Override
    public Map<String, Object> goodArguments() {
        return Map.of("query", "tea");
    }

    private ToolOutcome search(UserId user, Map<String, Object> arguments) {
        Caller.User caller = new Caller.User(user, new ProfileId("prf_1"), new SessionId("ses_1"), Set.of(Role.USER));
        return invoker().invoke(caller, SEARCH, arguments);
    }

    private List<Object> contents(ToolOutcome outcome) {
        return outcome instanceof ToolOutcome.Success(Object data)
                        && data instanceof Map<?, ?> found
                        && found.get("memories") instanceof List<?> hits
                ? hits.stream()
                        .map(hit -> ((Map<?, ?>) hit).get("content"))
                        .<Object>map(String::valueOf)
                        .toList()
                : List.of();
    }

    private void remember(UserId user, String content) {
        MemoryStoreFixture.keep(
                stores.memories(), Sample.memory(user).content(content).build());
    }

    @Test
    void times_have_milliseconds() {
        remember(ada, "I like tea");

        ToolOutcome found = search(ada, Map.of("query", "tea"));

        assertThat(found.toString()).containsPattern("createdAt=\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    }

    @Test
    void memories_with_words_of_the_query_are_found_best_first() {
        remember(ada, "I like walking in the rain");
        remember(ada, "My sister has a peanut allergy and hates rain");
        remember(ada, "The meeting is on Monday");

        ToolOutcome outcome = search(ada, Map.of("query", "peanut allergies in the rain"));

        assertThat(contents(outcome))
                .containsExactly("My sister has a peanut allergy and hates rain", "I like walking in the rain");
    }

    @Test
    void only_the_users_own_memories_are_found() {
        UserId bob = Given.someUser(stores);
        remember(bob, "Bob's secret garden");

        assertThat(contents(search(ada, Map.of("query", "garden")))).isEmpty();
        assertThat(contents(search(bob, Map.of("query", "garden")))).hasSize(1);
    }

    @Test
    void the_limit_bounds_the_hits() {
        for (int i = 0; i < 20; i++) {
            remember(ada, "rain number " + i);
        }

        assertThat(contents(search(ada, Map.of("query", "rain")))).hasSize(10);
        assertThat(contents(search(ada, Map.of("query", "rain", "limit", 3)))).hasSize(3);
    }

    @Test
    void a_query_without_words_is_refused() {
        ToolOutcome outcome = search(ada, Map.of("query", " "));

        assertThat(outcome).isEqualTo(new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, "query: must be a text"));
    }
}
