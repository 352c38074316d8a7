package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads {@code tool_choice}; a form that is not known here leaves the choice to the model. Confined to one body. */
final class ChoiceReader {
    /**
     * Which tools the model may or must call.
     *
     * @param choice whether it calls any
     * @param allowed the names of the tools that it may call; absent means all
     */
    record Choice(ToolChoice choice, Optional<Set<String>> allowed) {
        static final Choice FREE = of(new ToolChoice.Auto());

        static Choice of(ToolChoice choice) {
            return new Choice(choice, Optional.empty());
        }

        /** Only allowed tools are offered to the model, which has the same effect. */
        List<FunctionSpec> allowedOf(List<FunctionSpec> tools) {
            return allowed.map(names -> tools.stream()
                            .filter(tool -> names.contains(tool.name()))
                            .toList())
                    .orElse(tools);
        }
    }

    private final Translation translation;
    private final ToolForms forms;
    private final boolean flat;

    /** @param flat whether the name of a tool stands beside its type, as in {@code responses} */
    ChoiceReader(Translation translation, ToolForms forms, boolean flat) {
        this.translation = translation;
        this.forms = forms;
        this.flat = flat;
    }

    Choice read(JsonNode node, String path) {
        return node.isObject()
                ? RequestReader.object(this::chosen).read(node, path)
                : Choice.of(mode(RequestReader.text().read(node, path), path));
    }

    private ToolChoice mode(String mode, String path) {
        return switch (mode) {
            case "none" -> new ToolChoice.None();
            case "auto" -> new ToolChoice.Auto();
            case "required", "any" -> new ToolChoice.Required();
            default -> {
                translation.canOmit(path);
                yield new ToolChoice.Auto();
            }
        };
    }

    private Choice chosen(JsonBody body) {
        String type = body.checked("type", RequestReader.text());
        return switch (type) {
            case CallFields.FUNCTION, ToolForms.CUSTOM -> Choice.of(new ToolChoice.Named(name(body, type)));
            case "allowed_tools" -> allowed(body);
            default -> {
                translation.canOmit(body.path("type"));
                yield Choice.FREE;
            }
        };
    }

    private Choice allowed(JsonBody body) {
        return flat ? some(body) : body.checked("allowed_tools", RequestReader.object(this::some));
    }

    private Choice some(JsonBody body) {
        Supplier<String> mode = body.required("mode", RequestReader.text());
        Supplier<List<Optional<String>>> tools =
                body.required("tools", RequestReader.list(RequestReader.object(this::oneOfSome), FunctionOffer.MOST));
        body.check();
        Set<String> names = new HashSet<>();
        tools.get().forEach(name -> name.ifPresent(names::add));
        if (!forms.offeredNames().containsAll(names)) {
            throw Refusal.invalid(body.path("tools"), "must name tools of this request alone");
        }
        return new Choice(mode(mode.get(), body.path("mode")), Optional.of(names));
    }

    /** Empty for a tool that is not a function. */
    private Optional<String> oneOfSome(JsonBody body) {
        String type = body.checked("type", RequestReader.text());
        if (Set.of(CallFields.FUNCTION, ToolForms.CUSTOM).contains(type)) {
            return Optional.of(name(body, type));
        }
        translation.canOmit(body.path("type"));
        return Optional.empty();
    }

    private String name(JsonBody body, String type) {
        return flat ? flatName(body) : body.checked(type, RequestReader.object(this::flatName));
    }

    private String flatName(JsonBody body) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<Optional<String>> namespace = body.optional("namespace", RequestReader.text());
        body.check();
        return forms.offered(name.get(), namespace.get());
    }
}
