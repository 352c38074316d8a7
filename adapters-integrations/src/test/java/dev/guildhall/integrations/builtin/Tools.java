package dev.guildhall.integrations.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.net.Outside;
import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.testkit.contract.tool.ToolInvokerContract;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Calls built-in tools as the server does: validates the arguments against the tool's schema first. */
final class Tools {
    static final BuiltinTools ALL =
            new BuiltinTools(InstantSource.fixed(Instant.parse("2026-07-01T10:00:00.123456Z")), Outside.open());

    private static final JsonSchemaValidator VALIDATOR = new JsonSchemaValidator();

    private Tools() {}

    static ToolOutcome call(String tool, Map<String, Object> arguments) {
        ToolName name = new ToolName("builtin." + tool);
        ToolSpec spec = ALL.tools().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<Violation> violations = VALIDATOR.violations(spec.parameters(), arguments);
        return violations.isEmpty()
                ? ALL.invoke(ToolInvokerContract.CALLER, name, arguments)
                : new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, violations.toString());
    }

    /** Returns the result of a call that succeeds. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> result(String tool, Map<String, Object> arguments) {
        ToolOutcome outcome = call(tool, arguments);
        assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
        return (Map<String, Object>) ((ToolOutcome.Success) outcome).data();
    }

    /** Returns the message of a call that fails. */
    static String failure(FailureKind kind, String tool, Map<String, Object> arguments) {
        ToolOutcome outcome = call(tool, arguments);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failed -> assertThat(failed.kind()).as(failed.message()).isEqualTo(kind));
        return ((ToolOutcome.Failure) outcome).message();
    }
}
