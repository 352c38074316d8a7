package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExecutionRecordTest {
    private final ToolFixture fixture = new ToolFixture();
    private final ToolParameters parameters = ToolParameters.of(Map.of(
            "text", ParameterSpec.optional(ParameterType.STRING, "Any."),
            "apiKey", ParameterSpec.optional(ParameterType.STRING, "A key.")));
    private final Tool tool =
            fixture.registered(fixture.boss, Sample.tool().name("open.act").parameters(parameters));

    @Test
    void the_record_shows_the_call_without_its_secrets_and_its_result() {
        Map<String, Object> given = Map.of("text", "x".repeat(300), "apiKey", "k3y");
        ExecutionContext context = new ExecutionContext(Optional.of("agt_1"), Optional.of("task_1"));
        fixture.open.does(invocation -> {
            fixture.time().advance(Duration.ofMillis(250));
            return new ToolOutcome.Success(Map.of("secret", "result"));
        });

        fixture.executions().execute(fixture.ada, new ExecutionRequest(tool.id(), given, context, Optional.empty()));

        Execution record = fixture.records(fixture.ada, tool.id()).getFirst();
        assertThat(record.parameters()).isEqualTo(Map.of("text", "x".repeat(200) + "…", "apiKey", "[redacted]"));
        assertThat(record.parametersDigest()).isEqualTo(JsonDigest.of(given));
        assertThat(record.context()).isEqualTo(context);
        assertThat(record.toolName()).isEqualTo(new ToolName("open.act"));
        assertThat(record.state())
                .isEqualTo(new ExecutionState.Ended(new ToolOutcome.Success(Map.of()), Duration.ofMillis(250)));
        assertThat(fixture.open.invocations().getFirst().arguments()).isEqualTo(given);
    }

    private static final ToolLimits LIMITS = ToolLimits.DEFAULT;

    private final RecentSearches searches = new RecentSearches(fixture.time(), ToolLimits.DEFAULT.recentBytes());
    private final ExecutionJournal journal =
            new ExecutionJournal(fixture.time(), fixture.stores(), Optional::empty, searches, LIMITS);

    private void ended(ToolOutcome outcome) {
        Execution execution =
                Sample.execution(fixture.ada.userId()).of(tool.id()).build();
        ExecutionState.Ended ended = new ExecutionState.Ended(outcome, Duration.ZERO);
        journal.begin(ToolFixture.request(tool, Map.of()), execution);
        journal.end(ToolFixture.request(tool, Map.of()), execution.with(ended), ended);
    }

    private List<LearnedQuery> learned() {
        return fixture.stores().learnedQueries().ofTool(fixture.ada.userId(), new ToolName("sample.act"));
    }

    @Test
    void a_query_is_learned_when_the_tool_that_it_found_succeeds() {
        ToolName name = new ToolName("sample.act");
        searches.note(
                fixture.ada.userId(), new RecentSearches.Query("do what samples do", Optional.empty()), List.of(name));

        ended(new ToolOutcome.Failure(FailureKind.FAILED, "no"));
        List<LearnedQuery> afterFailure = learned();
        ended(new ToolOutcome.Success(Map.of()));

        assertThat(afterFailure).isEmpty();
        assertThat(learned())
                .containsExactly(new LearnedQuery(
                        fixture.ada.userId(),
                        name,
                        "do what samples do",
                        fixture.time().instant()));
    }

    @Test
    void an_execution_without_a_search_teaches_nothing() {
        ended(new ToolOutcome.Success(Map.of()));

        assertThat(learned()).isEmpty();
    }

    @Test
    void learned_queries_are_listed_and_removed() {
        LearnedQuery learned = new LearnedQuery(
                fixture.ada.userId(),
                tool.definition().name(),
                "act please",
                fixture.time().instant());
        fixture.stores().learnedQueries().add(learned, Optional.empty(), ToolLimits.DEFAULT.learned());

        assertThat(fixture.tools().learnedQueries(fixture.ada, tool.id())).containsExactly(learned);
        assertThat(fixture.tools().learnedQueries(fixture.bob, tool.id())).isEmpty();
        fixture.tools().forgetQueries(fixture.bob, tool.id());
        assertThat(fixture.tools().learnedQueries(fixture.ada, tool.id())).containsExactly(learned);
        fixture.tools().forgetQueries(fixture.ada, tool.id());
        assertThat(fixture.tools().learnedQueries(fixture.ada, tool.id())).isEmpty();
    }
}
