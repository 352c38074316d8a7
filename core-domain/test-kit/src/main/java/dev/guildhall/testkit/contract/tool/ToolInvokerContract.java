package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every {@link ToolInvoker} does. */
public interface ToolInvokerContract {
    /** The caller of the tools. */
    Caller.User CALLER = new Caller.User(
            new UserId("usr_contract"),
            new ProfileId("prf_contract"),
            new SessionId("ses_contract"),
            Set.of(Role.USER));

    /** A set of at least one tool. */
    ToolInvoker invoker();

    /** A tool of {@link #invoker()} that succeeds with {@link #goodArguments()}. */
    ToolName goodTool();

    /** Valid arguments of {@link #goodTool()}. */
    Map<String, Object> goodArguments();

    @Test
    default void tools_are_listed_once_each_in_a_stable_order() {
        ToolInvoker invoker = invoker();

        assertThat(invoker.tools()).isNotEmpty().isEqualTo(invoker.tools());
        assertThat(invoker.tools()).extracting(ToolSpec::name).doesNotHaveDuplicates();
    }

    @Test
    default void every_tool_has_a_description_and_parameters() {
        assertThat(invoker().tools()).allSatisfy(tool -> {
            assertThat(tool.description()).isNotBlank();
            assertThat(tool.parameters()).containsEntry("type", "object");
        });
    }

    @Test
    default void fitting_arguments_succeed() {
        assertThat(invoker().invoke(CALLER, goodTool(), goodArguments())).isInstanceOf(ToolOutcome.Success.class);
    }

    @Test
    default void unknown_tool_is_a_failure_with_its_own_kind() {
        ToolOutcome outcome = invoker().invoke(CALLER, new ToolName("nowhere.nothing"), Map.of());

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.UNKNOWN_TOOL);
            assertThat(failure.message()).contains("nowhere.nothing");
        });
    }
}
