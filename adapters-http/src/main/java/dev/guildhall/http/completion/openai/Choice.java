package dev.guildhall.http.completion.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.completion.Translation;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which tools the model may or must call.
 *
 * @param choice whether it calls any
 * @param allowed the names of the tools that it may call; absent means all
 */
record Choice(ToolChoice choice, Optional<Set<String>> allowed) {
    static final Choice FREE = of(new ToolChoice.Auto());

    private static Choice of(ToolChoice choice) {
        return new Choice(choice, Optional.empty());
    }

    static RequestReader<Choice> reader(Translation translation) {
        return (node, path) -> node.isObject()
                ? RequestReader.object(body -> chosen(body, translation)).read(node, path)
                : of(mode("none, auto, required, or an object").read(node, path));
    }

    /** Only allowed tools are offered to the model, which has the same effect. */
    List<FunctionSpec> allowedOf(List<FunctionSpec> tools) {
        if (allowed.isEmpty()) {
            return tools;
        }
        List<FunctionSpec> left = tools.stream()
                .filter(tool -> allowed.get().contains(tool.name()))
                .toList();
        if (left.size() < allowed.get().size()) {
            throw Refusal.invalid("tool_choice.allowed_tools.tools", "must name tools of this request alone");
        }
        return left;
    }

    private static RequestReader<ToolChoice> mode(String forms) {
        return (JsonNode node, String path) -> switch (node.asText()) {
            case "none" -> new ToolChoice.None();
            case "auto" -> new ToolChoice.Auto();
            case "required" -> new ToolChoice.Required();
            default -> throw Refusal.invalid(path, "must be " + forms);
        };
    }

    private static Choice chosen(JsonBody body, Translation translation) {
        Supplier<String> type = body.required("type", RequestReader.text());
        body.check();
        return switch (type.get()) {
            case CallFields.FUNCTION -> of(new ToolChoice.Named(functionName(body)));
            case "allowed_tools" -> {
                Supplier<Choice> some = body.required("allowed_tools", RequestReader.object(Choice::some));
                body.check();
                yield some.get();
            }
            default -> {
                body.required("type", translation.never());
                yield FREE;
            }
        };
    }

    private static Choice some(JsonBody body) {
        Supplier<ToolChoice> mode = body.required("mode", mode("auto or required"));
        Supplier<List<String>> tools = body.required(
                "tools", RequestReader.list(RequestReader.object(Choice::functionName), FunctionOffer.MOST));
        body.check();
        return new Choice(mode.get(), Optional.of(new HashSet<>(tools.get())));
    }

    /** The name in {@code {type: function, function: {name}}}. */
    private static String functionName(JsonBody body) {
        Supplier<String> name = body.required("function", RequestReader.object(function -> {
            Supplier<String> of = function.required("name", RequestReader.text());
            function.check();
            return of.get();
        }));
        body.check();
        return name.get();
    }
}
