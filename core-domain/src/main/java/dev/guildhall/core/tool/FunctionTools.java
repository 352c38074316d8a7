package dev.guildhall.core.tool;

import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.telemetry.FailureLog;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolFunction;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools of the program that embeds the core, each a function. */
public final class FunctionTools implements ToolInvoker {
    private static final FailureLog LOG = new FailureLog(FunctionTools.class);

    private record Tool(ToolSpec spec, ToolFunction function) {}

    private final Map<ToolName, Tool> tools = new LinkedHashMap<>();

    /**
     * Adds a tool.
     *
     * @throws IllegalArgumentException that names the tool when its name, its description or its parameters are not
     *     valid, or another tool has the name
     */
    public void add(String name, String description, Map<String, ?> parameters, ToolFunction function) {
        ToolSpec spec = spec(name, description, parameters);
        if (tools.putIfAbsent(spec.name(), new Tool(spec, function)) != null) {
            throw new IllegalArgumentException("tool " + name + ": there are two of this name");
        }
    }

    private static ToolSpec spec(String name, String description, Map<String, ?> parameters) {
        if (description.isBlank()) {
            throw new IllegalArgumentException("tool " + name + ": description: must not be blank");
        }
        Optional<String> fault = JsonData.fault("parameters", parameters);
        if (fault.isEmpty() && !"object".equals(parameters.get("type"))) {
            fault = Optional.of("parameters: must be a JSON Schema of the type object");
        }
        if (fault.isPresent()) {
            throw new IllegalArgumentException("tool " + name + ": " + fault.get());
        }
        try {
            return new ToolSpec(
                    new ToolName(name), description, new LinkedHashMap<>(parameters), ToolSource.IN_PROCESS);
        } catch (Refusal invalid) {
            throw new IllegalArgumentException(
                    "tool " + name + ": " + invalid.problem().message(), invalid);
        }
    }

    @Override
    public List<ToolSpec> tools() {
        return tools.values().stream().map(Tool::spec).toList();
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName name, Map<String, Object> arguments) {
        Tool tool = Optional.ofNullable(tools.get(name)).orElseThrow();
        try {
            return outcome(tool.function().call(caller, arguments));
        } catch (Refusal told) {
            throw told;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new ToolOutcome.Failure(FailureKind.CANCELLED, "the call was cancelled");
        } catch (Exception | Error failure) {
            LOG.failed("tool " + name, failure);
            return new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly");
        }
    }

    private static ToolOutcome outcome(Object result) {
        Optional<String> fault = result == null ? Optional.of("result: is null") : JsonData.fault("result", result);
        if (fault.isPresent()) {
            return new ToolOutcome.Failure(FailureKind.INVALID_RESPONSE, fault.get());
        }
        int most = ToolLimits.DEFAULT.resultCharacters();
        return JsonText.of(result).length() <= most
                ? new ToolOutcome.Success(result)
                : new ToolOutcome.Failure(FailureKind.TOO_LARGE, "the result has more than " + most + " characters");
    }
}
