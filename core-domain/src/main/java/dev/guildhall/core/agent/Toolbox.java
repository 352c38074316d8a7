package dev.guildhall.core.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The tools that agents can use, from all invokers. Thread-safe. */
public final class Toolbox {
    private static final Logger LOG = System.getLogger(Toolbox.class.getName());

    private final List<ToolInvoker> invokers;
    private final SchemaValidator validator;

    public Toolbox(List<ToolInvoker> invokers, SchemaValidator validator) {
        this.invokers = List.copyOf(invokers);
        this.validator = validator;
    }

    /** All tools, by name; of two with the same name the one of the invoker that was added first. */
    List<ToolSpec> all() {
        Map<ToolName, ToolSpec> byName = new TreeMap<>();
        invokers.forEach(invoker -> invoker.tools().forEach(spec -> byName.putIfAbsent(spec.name(), spec)));
        return List.copyOf(byName.values());
    }

    /**
     * The tools that a request is restricted to; all when it is not.
     *
     * @throws Refusal with {@code ToolProblem.UnknownTools} when it names one that does not exist
     */
    List<ToolSpec> restrictedTo(Optional<List<String>> names) {
        List<ToolSpec> all = all();
        if (names.isEmpty()) {
            return all;
        }
        Set<String> unknown = new TreeSet<>(names.get());
        all.forEach(spec -> unknown.remove(spec.name().value()));
        if (!unknown.isEmpty()) {
            throw new Refusal(new ToolProblem.UnknownTools(List.copyOf(unknown)));
        }
        Set<String> wanted = Set.copyOf(names.get());
        return all.stream().filter(spec -> wanted.contains(spec.name().value())).toList();
    }

    /**
     * Makes one call, whatever the model wrote; every fault is an outcome.
     *
     * @param offered the tools that the model may call
     */
    ToolOutcome call(Caller.User caller, ToolCall call, List<ToolSpec> offered) {
        Optional<ToolSpec> spec = offered.stream()
                .filter(tool -> tool.name().value().equals(call.tool()))
                .findFirst();
        if (spec.isEmpty()) {
            String known = offered.stream().map(tool -> tool.name().value()).collect(Collectors.joining(", "));
            return new ToolOutcome.Failure(
                    FailureKind.UNKNOWN_TOOL, "there is no tool " + call.tool() + "; there are: " + known);
        }
        return switch (call.arguments()) {
            case ToolArguments.Malformed malformed ->
                new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, malformed.fault());
            case ToolArguments.Parsed(Map<String, Object> values) -> checkedCall(caller, spec.get(), values);
        };
    }

    private ToolOutcome checkedCall(Caller.User caller, ToolSpec spec, Map<String, Object> arguments) {
        try {
            List<Violation> violations = validator.violations(spec.parameters(), arguments);
            if (!violations.isEmpty()) {
                String all = violations.stream().map(Violation::toString).collect(Collectors.joining("; "));
                return new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, all);
            }
            return ownerOf(spec.name()).invoke(caller, spec.name(), arguments);
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "tool " + spec.name() + " threw instead of failing", bug);
            return new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly");
        }
    }

    private ToolInvoker ownerOf(ToolName name) {
        return invokers.stream()
                .filter(invoker ->
                        invoker.tools().stream().anyMatch(spec -> spec.name().equals(name)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("offered without an owner: " + name));
    }
}
