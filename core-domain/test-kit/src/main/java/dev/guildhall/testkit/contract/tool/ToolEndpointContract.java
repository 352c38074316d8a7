package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link ToolEndpoint} does. */
public interface ToolEndpointContract {
    /** Longer than any call of these tests takes. */
    Duration PATIENCE = Duration.ofSeconds(30);

    /** The subject, with at least one tool. */
    ToolEndpoint endpoint();

    /** A tool of {@link #endpoint()} that succeeds with {@link #goodArguments()}. */
    ToolName goodTool();

    /** Valid arguments of {@link #goodTool()}. */
    Map<String, Object> goodArguments();

    /** The credential of the caller; absent by default. */
    public default Optional<Credential> credential() {
        return Optional.empty();
    }

    /** A call of a tool for {@link ToolInvokerContract#CALLER}. */
    default ToolInvocation call(ToolName tool, Map<String, Object> arguments, Duration timeout) {
        return new ToolInvocation(
                new IdempotencyKey(Sample.id("exec")),
                ToolInvokerContract.CALLER,
                tool,
                arguments,
                credential(),
                timeout);
    }

    @Test
    default void tools_are_of_the_integration_and_named_once() {
        List<ToolDefinition> tools = endpoint().tools(credential());

        assertThat(tools)
                .isNotEmpty()
                .allSatisfy(tool -> assertThat(tool.integration())
                        .isEqualTo(endpoint().integration().name()));
        assertThat(tools).extracting(ToolDefinition::name).doesNotHaveDuplicates();
    }

    @Test
    default void definitions_are_the_same_every_time() {
        assertThat(endpoint().tools(credential())).isEqualTo(endpoint().tools(credential()));
    }

    @Test
    default void every_tool_has_an_object_as_schema() {
        assertThat(endpoint().tools(credential()))
                .allSatisfy(tool -> assertThat(tool.parameters().inputSchema()).containsEntry("type", "object"));
    }

    @Test
    default void integration_says_whether_there_is_a_way_to_consent() {
        boolean asksForConsent = endpoint().integration().auth() instanceof AuthScheme.OAuth2;

        assertThat(endpoint().consent().isPresent()).isEqualTo(asksForConsent);
    }

    @Test
    default void fitting_arguments_succeed_with_an_object() {
        assertThat(endpoint().invoke(call(goodTool(), goodArguments(), PATIENCE)))
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        success -> assertThat(success.data()).isInstanceOf(Map.class));
    }

    @Test
    default void unknown_tool_is_a_failure_with_its_own_kind() {
        ToolName unknown = new ToolName(endpoint().integration().name() + ".no_such_tool");

        ToolOutcome outcome = endpoint().invoke(call(unknown, Map.of(), PATIENCE));

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.UNKNOWN_TOOL);
            assertThat(failure.message()).contains(unknown.value());
        });
    }

    @Test
    default void tool_of_another_integration_is_unknown() {
        ToolName foreign = new ToolName("nowhere.nothing");

        assertThat(endpoint().invoke(call(foreign, Map.of(), PATIENCE)))
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNKNOWN_TOOL));
    }

    @Test
    default void caller_that_was_interrupted_before_gets_a_cancelled_failure() {
        Thread.currentThread().interrupt();
        try {
            ToolOutcome outcome = endpoint().invoke(call(goodTool(), goodArguments(), PATIENCE));

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            ToolOutcome.Failure.class,
                            failure -> assertThat(failure.kind()).isEqualTo(FailureKind.CANCELLED));
        } finally {
            // The interrupt flag may be set or not; the following code must not see it.
            Thread.interrupted();
        }
    }
}
