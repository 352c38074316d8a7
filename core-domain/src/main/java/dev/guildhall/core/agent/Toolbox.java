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
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** All tools, by name. */
    List<ToolSpec> all() {
        List<ToolSpec> specs = new ArrayList<>();
        invokers.forEach(invoker -> specs.addAll(invoker.tools()));
        specs.sort(Comparator.comparing(ToolSpec::name));
        return specs;
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
        Set<String> wanted = new HashSet<>(names.get());
        List<ToolSpec> chosen = all.stream()
                .filter(spec -> wanted.contains(spec.name().value()))
                .toList();
        if (chosen.size() < wanted.size()) {
            chosen.forEach(spec -> wanted.remove(spec.name().value()));
            throw new Refusal(
                    new ToolProblem.UnknownTools(wanted.stream().sorted().toList()));
        }
        return chosen;
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
        List<Violation> violations = validator.violations(spec.parameters(), arguments);
        if (!violations.isEmpty()) {
            String all = violations.stream().map(Violation::toString).collect(Collectors.joining("; "));
            return new ToolOutcome.Failure(FailureKind.INVALID_ARGUMENTS, all);
        }
        try {
            return ownerOf(spec).invoke(caller, spec.name(), arguments);
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "tool " + spec.name() + " threw instead of failing", bug);
            return new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly");
        }
    }

    private ToolInvoker ownerOf(ToolSpec spec) {
        return invokers.stream()
                .filter(invoker -> invoker.tools().contains(spec))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("offered without an owner: " + spec.name()));
    }
}
