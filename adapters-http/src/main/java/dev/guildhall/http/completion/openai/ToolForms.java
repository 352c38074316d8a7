package dev.guildhall.http.completion.openai;

import dev.guildhall.http.completion.Translation;
import dev.guildhall.http.json.Json;
import dev.guildhall.http.json.JsonBody;
import dev.guildhall.http.json.RequestReader;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The tools of one body as functions, which every model can call: a custom tool has one text as its argument, and the
 * functions of a namespace are offered one by one. Calls return to the client in the form of their tool. Confined to its
 * request.
 */
final class ToolForms {
    static final String CUSTOM = "custom";
    private static final String INPUT = "input";

    /**
     * A tool as the client knows it.
     *
     * @param namespace absent for a tool outside of namespaces
     * @param custom whether its calls have a text instead of arguments
     */
    record Form(String name, Optional<String> namespace, boolean custom) {}

    private record Tool(Form form, Supplier<FunctionSpec> function) {}

    private final List<Tool> tools = new ArrayList<>();
    private final Map<String, Form> offered = new HashMap<>();
    private final Map<Form, String> names = new HashMap<>();

    /** Adds a tool; the supplier refuses what the function's constructor does. */
    void add(Form form, Supplier<FunctionSpec> function) {
        tools.add(new Tool(form, function));
    }

    /** Reads a tool whose argument is a text, from a body that has its name and description. */
    void addCustom(JsonBody body, Translation translation, Optional<String> namespace) {
        Supplier<FunctionSpec> function = ToolDefinitionsReader.fields(body, translation, Optional.empty());
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<Optional<Object>> format = body.optional("format", RequestReader.data());
        body.check();
        add(new Form(name.get(), namespace, true), () -> {
            FunctionSpec spec = function.get();
            return new FunctionSpec(spec.name(), spec.description(), schema(format.get()), false, spec.cache());
        });
    }

    private static Map<String, Object> schema(Optional<Object> format) {
        String description = "The whole input as one text"
                + format.filter(Map.class::isInstance)
                        .map(Map.class::cast)
                        .map(ToolForms::grammar)
                        .orElse("");
        return Map.of(
                "type",
                "object",
                "properties",
                Map.of(INPUT, Map.of("type", "string", "description", description)),
                "required",
                List.of(INPUT));
    }

    /** The grammar stands beside the type in one protocol, and below {@code grammar} in the other. */
    private static String grammar(Map<?, ?> format) {
        Map<?, ?> fields = format.get("grammar") instanceof Map<?, ?> inner ? inner : format;
        return fields.get("definition") instanceof String definition
                ? ". It must follow this " + fields.get("syntax") + " grammar:\n" + definition
                : "";
    }

    /** Gives each tool its name towards the model: its own one, unless two tools of a request have the same. */
    void name() {
        if (tools.size() > FunctionOffer.MOST) {
            throw Refusal.invalid("tools", "must have at most " + FunctionOffer.MOST + " functions");
        }
        tools.stream()
                .map(Tool::form)
                .filter(form -> form.namespace().isEmpty())
                .forEach(form -> name(form, form.name()));
        tools.stream()
                .map(Tool::form)
                .filter(form -> form.namespace().isPresent())
                .forEach(form -> name(form, offered.containsKey(form.name()) ? qualified(form) : form.name()));
    }

    private void name(Form form, String name) {
        offered.put(name, form);
        names.put(form, name);
    }

    private static String qualified(Form form) {
        return form.namespace().map(space -> space + "__").orElse("") + form.name();
    }

    /** The functions under their names towards the model; only after {@link #name()}. */
    List<FunctionSpec> functions() {
        return tools.stream()
                .map(tool -> named(tool.function().get(), names.getOrDefault(tool.form(), "")))
                .toList();
    }

    private static FunctionSpec named(FunctionSpec spec, String name) {
        return new FunctionSpec(name, spec.description(), spec.parameters(), spec.strict(), spec.cache());
    }

    /** The names of all tools towards the model. */
    Set<String> names() {
        return offered.keySet();
    }

    /** The name of a tool towards the model; that of the client for a tool that this request does not offer. */
    String offered(String name, Optional<String> namespace) {
        return names.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name)
                        && entry.getKey().namespace().equals(namespace))
                .map(Map.Entry::getValue)
                .findAny()
                .orElse(name);
    }

    /** The tool that a model has called by that name. */
    Form form(String called) {
        return Optional.ofNullable(offered.get(called))
                .or(() -> names.keySet().stream()
                        .filter(form -> qualified(form).equals(called))
                        .findAny())
                .orElseGet(() -> new Form(called, Optional.empty(), false));
    }

    /** The arguments of a call whose tool has a text. */
    static ToolArguments arguments(String input) {
        return new ToolArguments.Parsed(Map.of(INPUT, input));
    }

    /** The text of a call by its arguments as JSON; these themselves when they are not the text alone. */
    static String input(String json) {
        return Json.object(json)
                .filter(values -> values.size() == 1)
                .map(values -> values.get(INPUT))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .orElse(json);
    }
}
