package dev.guildhall.integrations.builtin;

import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.text.NoText;
import dev.guildhall.integrations.text.TextExtractor;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The built-in tools, which need no connection. They always return an object. */
public final class BuiltinTools implements ToolInvoker {
    private final List<BuiltinTool> tools;

    /** Creates the tools that make no outside calls. */
    public BuiltinTools(InstantSource clock) {
        tools = alone(clock, new TextExtractor()).toList();
    }

    /** Creates all built-in tools. */
    public BuiltinTools(InstantSource clock, OutboundHttp outside) {
        TextExtractor texts = new TextExtractor();
        tools = Stream.concat(alone(clock, texts), Stream.of(HttpFetch.tool(outside, texts)))
                .toList();
    }

    private static Stream<BuiltinTool> alone(InstantSource clock, TextExtractor texts) {
        return Stream.of(
                Calculate.tool(),
                TimeNow.tool(clock),
                DateMath.tool(),
                TextExtract.tool(texts),
                Hash.tool(),
                Base64Text.tool());
    }

    @Override
    public List<ToolSpec> tools() {
        return tools.stream().map(BuiltinTool::spec).toList();
    }

    /** None of them changes anything. */
    @Override
    public ToolEffect effect(ToolName tool) {
        return ToolEffect.READ;
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        if (Thread.currentThread().isInterrupted()) {
            return new ToolOutcome.Failure(FailureKind.CANCELLED, "the call was cancelled");
        }
        return tools.stream()
                .filter(one -> one.spec().name().equals(tool))
                .findFirst()
                .map(one -> outcome(one, new BuiltinArguments(caller.countsFor(), arguments)))
                .orElseGet(() -> new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "there is no tool " + tool));
    }

    private static ToolOutcome outcome(BuiltinTool tool, BuiltinArguments arguments) {
        try {
            return new ToolOutcome.Success(tool.function().apply(arguments));
        } catch (ToolFault fault) {
            return fault.outcome();
        } catch (OutboundFailure failure) {
            return failure.outcome();
        } catch (NoText none) {
            return new ToolOutcome.Failure(none.kind(), String.valueOf(none.getMessage()));
        }
    }
}
