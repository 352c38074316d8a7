package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.net.Outside;
import dev.guildhall.ports.contract.tool.ToolInvokerContract;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** Calls tools of ours as somebody would. */
final class Tools {
    static final BuiltinTools ALL =
            new BuiltinTools(InstantSource.fixed(Instant.parse("2026-07-01T10:00:00.123456Z")), Outside.open());

    private Tools() {}

    static ToolOutcome call(String tool, Map<String, Object> arguments) {
        return ALL.invoke(ToolInvokerContract.CALLER, new ToolName("builtin." + tool), arguments);
    }

    /** What a call that succeeds answers. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> result(String tool, Map<String, Object> arguments) {
        ToolOutcome outcome = call(tool, arguments);
        assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
        return (Map<String, Object>) ((ToolOutcome.Success) outcome).data();
    }

    /** What a call that fails says. */
    static String failure(FailureKind kind, String tool, Map<String, Object> arguments) {
        ToolOutcome outcome = call(tool, arguments);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failed -> assertThat(failed.kind()).as(failed.message()).isEqualTo(kind));
        return ((ToolOutcome.Failure) outcome).message();
    }
}
