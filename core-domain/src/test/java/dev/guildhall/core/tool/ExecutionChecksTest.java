package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleTool;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class ExecutionChecksTest {
    private final ToolFixture fixture = new ToolFixture();

    private static ToolParameters needsText() {
        Map<String, ParameterSpec> byName = new LinkedHashMap<>();
        byName.put("text", ParameterSpec.required(ParameterType.STRING, "What to say."));
        byName.put("times", ParameterSpec.optional(ParameterType.INTEGER, "How often."));
        return ToolParameters.of(byName);
    }

    private Tool tool(String name, String... scopes) {
        return fixture.registered(
                fixture.boss, Sample.tool().name(name).scopes(scopes).parameters(needsText()));
    }

    private static SampleTool greets() {
        return Sample.tool().name("open.greets");
    }

    private ToolInvocation made(WorkingEndpoint endpoint) {
        return endpoint.invocations().getLast();
    }

    @Test
    void the_checks_run_in_order() {
        Tool unknown = Sample.tool().name("staff.act").build();
        Tool staff = tool("staff.act", "read", "admin");
        Tool keyed = tool("keyed.act", "read", "admin");
        Tool granted = tool("keyed.granted", "read", "write");
        Map<String, Object> wrong = Map.of("times", "twice");

        assertThat(Refused.by(() -> fixture.execute(fixture.ada, unknown, wrong)))
                .isEqualTo(new ToolProblem.ToolNotFound());
        assertThat(Refused.by(() -> fixture.execute(fixture.ada, staff, wrong)))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> fixture.execute(fixture.ada, keyed, wrong)))
                .isEqualTo(new ToolProblem.IntegrationNotConnected("keyed", "connect it first"));
        fixture.connect(fixture.ada, "keyed", "k3y");
        assertThat(Refused.by(() -> fixture.execute(fixture.ada, keyed, wrong)))
                .isEqualTo(new ToolProblem.InsufficientScopes("keyed", List.of("admin")));
        assertThat(Refused.by(() -> fixture.execute(fixture.ada, granted, wrong)))
                .isEqualTo(new CommonProblem.Invalid(List.of(
                        new Violation("parameters.text", "is required"),
                        new Violation("parameters.times", "must be of type integer"))));
        assertThat(fixture.keyed.invocations()).isEmpty();
        assertThat(fixture.records(fixture.ada, granted.id())).isEmpty();
    }

    @Test
    void a_tool_for_another_role_is_not_listed_by_name() {
        Tool staff = tool("staff.act", "read");
        ToolName name = staff.definition().name();

        assertThat(fixture.tools().byName(fixture.ada)).doesNotContainKey(name);
        assertThat(fixture.tools().named(fixture.ada, name)).isEmpty();
        assertThat(fixture.tools().byName(fixture.boss)).containsEntry(name, staff);
        assertThat(fixture.tools().named(fixture.boss, name)).contains(staff);
    }

    @Test
    void an_integration_that_is_not_there_is_not_connected() {
        Tool tool = tool("nowhere.act");

        assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Map.of())))
                .isEqualTo(new ToolProblem.IntegrationNotConnected(
                        "nowhere", "this server has no integration of that name"));
    }

    @Test
    void only_the_permitted_role_executes_and_only_the_own_connection_counts() {
        Tool staff = tool("staff.act", "read");
        fixture.connect(fixture.ada, "staff", "adas");

        assertThat(Refused.by(() -> fixture.execute(fixture.boss, staff, Map.of("text", "hi"))))
                .isEqualTo(new ToolProblem.IntegrationNotConnected("staff", "connect it first"));
        fixture.connect(fixture.boss, "staff", "boss-key");
        fixture.execute(fixture.boss, staff, Map.of("text", "hi"));

        assertThat(made(fixture.staff).credential()).contains(new Credential.ApiKey("boss-key"));
    }

    /** The granted scopes, the needed scopes, and those that the problem names as missing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "none       |            | not connected",
                "none       | read       | not connected",
                "read       |            | runs",
                "read       | read       | runs",
                "read       | write      | write",
                "read       | read write | write",
                "read write | write read | runs",
                "write      | read admin | read admin",
                "read write | admin      | admin"
            })
    void a_tool_runs_when_the_connection_allows_all_that_it_needs(String granted, String needed, String outcome) {
        String[] scopes = Optional.ofNullable(needed).map(all -> all.split(" ")).orElseGet(() -> new String[0]);
        Tool tool = tool("acme.act", scopes);
        if (!granted.equals("none")) {
            fixture.consent(fixture.ada, granted.split(" "));
        }

        switch (outcome) {
            case "runs" ->
                assertThat(fixture.execute(fixture.ada, tool, Map.of("text", "hi"))
                                .execution()
                                .state()
                                .wireName())
                        .isEqualTo("completed");
            case "not connected" ->
                assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Map.of("text", "hi"))))
                        .isEqualTo(new ToolProblem.IntegrationNotConnected("acme", "connect it first"));
            default ->
                assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Map.of("text", "hi"))))
                        .isEqualTo(new ToolProblem.InsufficientScopes("acme", List.of(outcome.split(" "))));
        }
    }

    @Test
    void a_tool_that_needs_scopes_of_an_integration_without_any_does_not_run() {
        Tool tool = tool("open.act", "read");

        assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Map.of("text", "hi"))))
                .isEqualTo(new ToolProblem.InsufficientScopes("open", List.of("read")));
    }

    @Test
    void the_call_is_made_on_the_callers_behalf_with_all_that_it_needs() {
        Tool tool = tool("open.act");

        var executed = fixture.execute(fixture.ada, tool, Map.of("text", "hi", "times", 2));

        assertThat(made(fixture.open))
                .usingRecursiveComparison()
                .ignoringFields("exchange")
                .isEqualTo(new ToolInvocation(
                        new IdempotencyKey(executed.execution().id().value()),
                        fixture.ada,
                        tool.definition().name(),
                        Map.of("text", "hi", "times", 2),
                        Optional.empty(),
                        Duration.ofSeconds(30)));
        assertThat(executed.replayed()).isFalse();
        assertThat(executed.execution().state())
                .isEqualTo(new ExecutionState.Ended(
                        new ToolOutcome.Success(Map.of("text", "hi", "times", 2)), Duration.ZERO));
    }

    private static ParameterSpec standing(boolean required, Object standard) {
        return new ParameterSpec(
                ParameterType.STRING,
                Optional.of(required),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(standard));
    }

    @Test
    void an_absent_or_null_parameter_gets_its_default() {
        Map<String, ParameterSpec> byName = new LinkedHashMap<>();
        byName.put("greeting", standing(false, "hello"));
        byName.put("name", standing(false, "you"));
        byName.put("sign", standing(false, "!"));
        byName.put("tone", ParameterSpec.optional(ParameterType.STRING, "Any."));
        Tool tool = fixture.registered(fixture.ada, greets().parameters(ToolParameters.of(byName)));
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("name", "Bob");
        given.put("sign", null);
        given.put("tone", null);

        fixture.execute(fixture.ada, tool, given);

        assertThat(made(fixture.open).arguments()).isEqualTo(Map.of("greeting", "hello", "name", "Bob", "sign", "!"));
    }

    @Test
    void a_null_that_the_schema_allows_is_a_value() {
        Map<String, Object> due = Map.of("type", List.of("string", "null"), "default", "today");
        Tool tool = fixture.registered(
                fixture.ada,
                greets().parameters(
                                ToolParameters.ofSchema(Map.of("type", "object", "properties", Map.of("due", due)))));

        fixture.execute(fixture.ada, tool, Collections.singletonMap("due", null));

        assertThat(made(fixture.open).arguments()).isEqualTo(Collections.singletonMap("due", null));
    }

    @Test
    void a_missing_required_parameter_gets_no_default() {
        Tool tool = fixture.registered(
                fixture.ada, greets().parameters(ToolParameters.of(Map.of("name", standing(true, "you")))));

        assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Map.of())))
                .isEqualTo(new CommonProblem.Invalid(List.of(new Violation("parameters.name", "is required"))));
        assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Collections.singletonMap("name", null))))
                .isInstanceOf(CommonProblem.Invalid.class);
    }

    @Test
    void an_unknown_parameter_is_refused() {
        Tool tool = fixture.registered(fixture.ada, greets());

        assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Map.of("nmae", "Bob"))))
                .isEqualTo(new CommonProblem.Invalid(
                        List.of(new Violation("parameters.nmae", "is not a parameter of this tool"))));
    }

    @Test
    void a_deprecated_tool_runs_for_thirty_days() {
        Tool tool = fixture.registered(fixture.ada, greets());
        fixture.tools().deprecate(fixture.ada, tool.id());

        fixture.time().advance(Duration.ofDays(30).minusMillis(1));
        fixture.execute(fixture.ada, tool, Map.of());
        fixture.time().advance(Duration.ofMillis(1));

        assertThat(Refused.by(() -> fixture.execute(fixture.ada, tool, Map.of())))
                .isEqualTo(new ToolProblem.ToolNotFound());
        assertThat(fixture.records(fixture.ada, tool.id())).hasSize(1);
    }

    @Test
    void executions_are_listed_only_for_their_own_user() {
        Tool tool = tool("open.act");
        Caller.User ada = fixture.ada;

        var executed = fixture.execute(ada, tool, Map.of("text", "hi"));

        assertThat(fixture.records(ada, tool.id()))
                .extracting(one -> one.id())
                .containsExactly(executed.execution().id());
        assertThat(fixture.records(fixture.boss, tool.id())).isEmpty();
    }
}
