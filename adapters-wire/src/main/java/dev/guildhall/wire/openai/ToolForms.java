package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The tools of one body as functions, which every model can call: a custom tool has one text as its argument, and the
 * functions of a namespace are offered one by one. Calls return to the client in the form of their tool. Confined to its
 * request.
 */
public final class ToolForms {
    static final String CUSTOM = "custom";
    private static final String INPUT = "input";
    private static final Map<String, Object> NO_PARAMETERS = Map.of("type", "object", "properties", Map.of());

    /**
     * A tool as the client knows it.
     *
     * @param namespace absent for a tool outside of namespaces
     * @param custom whether its calls have a text instead of arguments
     */
    record Form(String name, Optional<String> namespace, boolean custom) {
        /** What a call of the tool contains, by its arguments as JSON: these, or a text. */
        String content(String arguments) {
            return custom ? input(arguments) : arguments;
        }
    }

    /** @param named the function by its name towards the model */
    private record Tool(Form form, Function<String, FunctionSpec> named, String path) {}

    interface ToolReader {
        /** @param path the tool's position in the body */
        void read(JsonBody tool, String path);
    }

    private final Translation translation;
    private final List<Tool> tools = new ArrayList<>();
    private final Map<String, Form> offered = new HashMap<>();
    private final Map<Form, String> names = new HashMap<>();

    ToolForms(Translation translation) {
        this.translation = translation;
    }

    static RequestReader<List<JsonBody>> list(ToolReader reader) {
        RequestReader<JsonBody> tool = (node, path) -> RequestReader.object(one -> {
                    reader.read(one, path);
                    return one;
                })
                .read(node, path);
        return RequestReader.list(tool, FunctionOffer.MOST);
    }

    /**
     * Reads {@code tools}, {@code tool_choice} and {@code parallel_tool_calls} from a body that is checked afterwards.
     *
     * @param reader adds each tool
     * @param flat whether the choice has the name of a tool beside its type
     * @return reads the offer; only after {@link JsonBody#check()}
     */
    Supplier<FunctionOffer> offer(JsonBody body, RequestReader<List<JsonBody>> reader, boolean flat) {
        body.optional("tools", reader);
        nameTools();
        Supplier<ChoiceReader.Choice> choice =
                body.optional("tool_choice", new ChoiceReader(translation, this, flat)::read, ChoiceReader.Choice.FREE);
        Supplier<Boolean> parallel = body.optional("parallel_tool_calls", RequestReader.flag(), true);
        return () -> translation.offer(
                choice.get().allowedOf(functions()), choice.get().choice(), parallel.get());
    }

    /**
     * Reads a function from its own fields.
     *
     * @param ofTool the breakpoint of the object around it
     */
    void addFunction(JsonBody body, String path, Optional<String> namespace, Optional<CacheBreakpoint> ofTool) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Map<String, Object>> parameters =
                body.optional("parameters", RequestReader.dataObject(), NO_PARAMETERS);
        Supplier<Boolean> strict = body.optional("strict", RequestReader.flag(), false);
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitUnread(body);
        Form form = new Form(name.get(), namespace, false);
        Function<String, FunctionSpec> named =
                other -> new FunctionSpec(other, description.get(), parameters.get(), strict.get(), ofTool.or(cache));
        tools.add(new Tool(form, named, path));
    }

    /**
     * Reads a tool whose argument is a text.
     *
     * @param ofTool the breakpoint of the object around it
     */
    void addCustom(JsonBody body, String path, Optional<String> namespace, Optional<CacheBreakpoint> ofTool) {
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Optional<Object>> format = body.optional("format", RequestReader.data());
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitUnread(body);
        Map<String, Object> schema = schema(format.get());
        Function<String, FunctionSpec> named =
                other -> new FunctionSpec(other, description.get(), schema, false, ofTool.or(cache));
        tools.add(new Tool(new Form(name.get(), namespace, true), named, path));
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

    /** A tool has its own name towards the model, unless another one of the request has the same. */
    private void nameTools() {
        if (tools.size() > FunctionOffer.MOST) {
            throw Refusal.invalid("tools", "must have at most " + FunctionOffer.MOST + " functions");
        }
        List<Form> forms = tools.stream().map(Tool::form).toList();
        forms.stream().filter(form -> form.namespace().isEmpty()).forEach(form -> offer(form, form.name()));
        forms.stream()
                .filter(form -> form.namespace().isPresent())
                .forEach(form -> offer(form, offered.containsKey(form.name()) ? qualified(form) : form.name()));
    }

    private void offer(Form form, String name) {
        offered.put(name, form);
        names.put(form, name);
    }

    private static String qualified(Form form) {
        return form.namespace().map(space -> space + "__").orElse("") + form.name();
    }

    private List<FunctionSpec> functions() {
        return tools.stream()
                .map(tool -> RequestReader.below(
                        tool.path(),
                        () -> tool.named()
                                .apply(names.getOrDefault(
                                        tool.form(), tool.form().name()))))
                .toList();
    }

    /** The names of all tools towards the model. */
    Set<String> offeredNames() {
        return offered.keySet();
    }

    /** The name of a tool towards the model; that of the client for a tool that this request does not offer. */
    String offered(String name, Optional<String> namespace) {
        return Optional.ofNullable(names.get(new Form(name, namespace, false)))
                .or(() -> Optional.ofNullable(names.get(new Form(name, namespace, true))))
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
    static ToolArguments.Parsed arguments(String input) {
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
