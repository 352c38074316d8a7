package dev.guildhall.integrations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolDefinition;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.tool.ToolEndpointContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The features of the reference server, with every transport. */
public interface EverythingContract extends ToolEndpointContract {
    @Override
    default ToolName goodTool() {
        return new ToolName("test.echo");
    }

    @Override
    default Map<String, Object> goodArguments() {
        return Map.of("message", "hello");
    }

    /** The result of a call that must succeed. */
    public default Map<?, ?> data(String tool, Map<String, Object> arguments) {
        return switch (endpoint().invoke(call(new ToolName("test." + tool), arguments, PATIENCE))) {
            case ToolOutcome.Success(Map<?, ?> data) -> data;
            case ToolOutcome other -> throw new AssertionError(tool + ": " + other);
        };
    }

    @Test
    default void tools_come_with_what_the_server_says_of_them() {
        List<ToolDefinition> tools = endpoint().tools(Optional.empty());

        assertThat(tools).extracting(tool -> tool.name().value()).contains("test.echo", "test.get-sum");
        assertThat(tools).allSatisfy(tool -> assertThat(tool.version().value()).isEqualTo("2.0.0"));
    }

    @Test
    default void arguments_can_be_checked_against_the_schemas_of_the_server() {
        ToolDefinition sum = endpoint().tools(Optional.empty()).stream()
                .filter(tool -> tool.name().value().equals("test.get-sum"))
                .findFirst()
                .orElseThrow();
        JsonSchemaValidator validator = new JsonSchemaValidator();

        assertThat(validator.violations(sum.parameters().inputSchema(), Map.of("a", 1, "b", 2)))
                .isEmpty();
        assertThat(validator.violations(sum.parameters().inputSchema(), Map.of("a", 1)))
                .isNotEmpty();
    }

    @Test
    default void text_is_answered_as_text() {
        assertThat(data("get-sum", Map.of("a", 2, "b", 3))).isEqualTo(Map.of("text", "The sum of 2 and 3 is 5."));
    }

    @Test
    default void structure_is_answered_as_it_is() {
        assertThat(data("get-structured-content", Map.of("location", "Chicago")))
                .extracting(Map::keySet)
                .asInstanceOf(InstanceOfAssertFactories.COLLECTION)
                .contains("temperature", "conditions", "humidity");
    }

    @Test
    default void image_is_told_of() {
        Object parts = Optional.<Object>ofNullable(
                        data("get-tiny-image", Map.of()).get("content"))
                .orElseThrow();

        assertThat(parts)
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("type", "image")
                .containsEntry("mimeType", "image/png")
                .containsKey("size")
                .doesNotContainKey("data");
    }

    @Test
    default void arguments_that_do_not_fit_are_told_in_the_words_of_the_server() {
        ToolOutcome outcome = endpoint().invoke(call(new ToolName("test.get-sum"), Map.of("a", "two"), PATIENCE));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.message()).isNotBlank());
    }

    @Test
    default void operation_that_takes_too_long_is_a_timeout() {
        ToolOutcome outcome = endpoint()
                .invoke(call(
                        new ToolName("test.trigger-long-running-operation"),
                        Map.of("duration", 600, "steps", 1),
                        Duration.ofSeconds(2)));

        assertThat(outcome).extracting("kind").isEqualTo(FailureKind.TIMED_OUT);
    }

    @Test
    default void eight_hundred_calls_at_once_are_all_answered() throws Exception {
        List<Callable<Object>> calls = IntStream.range(0, 800)
                .<Callable<Object>>mapToObj(i -> () -> data("echo", Map.of("message", "m" + i)))
                .toList();

        assertThat(AtOnce.run(calls))
                .isEqualTo(IntStream.range(0, 800)
                        .mapToObj(i -> Map.of("text", "Echo: m" + i))
                        .toList());
    }
}
