package dev.guildhall.wire.anthropic;

import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ToolChoice;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.Translation;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the tools that the model may call. */
final class ToolFields {
    private static final String CUSTOM = "custom";
    private static final Choice FREE = new Choice(new ToolChoice.Auto(), true);

    private record Choice(ToolChoice choice, boolean parallel) {}

    private ToolFields() {}

    /** Reads the offer from a body that is checked afterwards. */
    static Supplier<FunctionOffer> read(JsonBody body, Translation translation) {
        RequestReader<Optional<FunctionSpec>> tool = (node, path) -> RequestReader.below(
                path,
                RequestReader.<Supplier<Optional<FunctionSpec>>>object(one -> tool(one, translation))
                        .read(node, path));
        Supplier<List<Optional<FunctionSpec>>> tools =
                body.optional("tools", RequestReader.list(tool, FunctionOffer.MOST), List.of());
        Supplier<Choice> choice =
                body.optional("tool_choice", RequestReader.object(chosen -> choice(chosen, translation)), FREE);
        return () -> translation.offer(
                tools.get().stream().flatMap(Optional::stream).toList(),
                choice.get().choice(),
                choice.get().parallel());
    }

    /** Empty when the provider itself runs the tool. */
    private static Supplier<Optional<FunctionSpec>> tool(JsonBody body, Translation translation) {
        Supplier<String> type = body.optional("type", RequestReader.text(), CUSTOM);
        body.check();
        if (!type.get().equals(CUSTOM)) {
            Supplier<Optional<String>> ofProvider = body.optional("name", RequestReader.text());
            body.check();
            translation.omitTool(body, ofProvider.get());
            return Optional::empty;
        }
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Map<String, Object>> schema = body.required("input_schema", RequestReader.dataObject());
        Supplier<Boolean> strict = body.optional("strict", RequestReader.flag(), false);
        Supplier<Optional<CacheBreakpoint>> cache = translation.cacheControl(body);
        body.check();
        translation.canOmitUnread(body);
        return () ->
                Optional.of(new FunctionSpec(name.get(), description.get(), schema.get(), strict.get(), cache.get()));
    }

    private static Choice choice(JsonBody body, Translation translation) {
        Supplier<String> type = body.required("type", RequestReader.text());
        Supplier<Optional<String>> name = body.optional("name", RequestReader.text());
        Supplier<Boolean> one = body.optional("disable_parallel_tool_use", RequestReader.flag(), false);
        body.check();
        ToolChoice choice = switch (type.get()) {
            case "auto" -> new ToolChoice.Auto();
            case "any" -> new ToolChoice.Required();
            case "none" -> new ToolChoice.None();
            case "tool" ->
                new ToolChoice.Named(name.get().orElseThrow(() -> Refusal.invalid("tool_choice.name", "is required")));
            default -> {
                translation.canOmit(body.path("type"));
                yield new ToolChoice.Auto();
            }
        };
        return new Choice(choice, !one.get());
    }
}
