package dev.guildhall.core.trigger;

import dev.guildhall.core.json.JsonText;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.core.workflow.JsonPointer;
import dev.guildhall.core.workflow.StepReference;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.tool.HiddenCharacters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts parts of the body of a call in place of references to {@code trigger} in what a trigger starts (triggers-4). What a model
 * reads gets them with their hidden characters written out, as the outputs of tools in workflows.
 */
final class TriggerPayload {
    static final String NAME = "trigger";

    /** The parts that are put in may have so many characters together, as JSON: a reference may be repeated. */
    private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

    private static final Set<String> OF_MODELS = Set.of(TaskTypes.AGENT.value(), TaskTypes.COMPLETION.value());
    private static final List<String> TYPES = List.of("type", "taskType");
    private static final String CONTENT = "content";

    private final Optional<JsonPointer.Found> payload;
    private int added;

    private TriggerPayload(Optional<JsonPointer.Found> payload) {
        this.payload = payload;
    }

    /** The start with a text in place of each reference, so that it can be checked before there is a call. */
    static Start withoutPayload(Start start) {
        return new TriggerPayload(Optional.empty()).resolved(start);
    }

    /**
     * The start with the parts of the body of a call.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code body} when it lacks one of them
     */
    static Start with(Object payload, Start start) {
        return new TriggerPayload(Optional.of(new JsonPointer.Found(payload))).resolved(start);
    }

    private Start resolved(Start start) {
        String field = "start." + start.kind().name().toLowerCase(Locale.ROOT);
        return new Start(start.kind(), object(field, start.body(), start.kind() == StartKind.CHAT));
    }

    private Map<String, Object> object(String field, Map<?, ?> object, boolean isOfModel) {
        boolean readByModel = isOfModel
                || TYPES.stream().anyMatch(type -> object.get(type) instanceof String name && OF_MODELS.contains(name));
        Map<String, Object> resolved = new LinkedHashMap<>();
        for (Map.Entry<?, ?> member : object.entrySet()) {
            String name = String.valueOf(member.getKey());
            Object value = value(field + "." + name, member.getValue(), readByModel);
            boolean isText = name.equals(CONTENT) && isOfModel && !(member.getValue() instanceof String);
            resolved.put(name, isText && isReference(member.getValue()) ? text(value) : value);
        }
        return resolved;
    }

    /** The content of a message is a text. */
    private static Object text(Object value) {
        return value instanceof String ? value : JsonText.of(value);
    }

    private static boolean isReference(Object value) {
        return value instanceof Map<?, ?> map && NAME.equals(map.get("$from"));
    }

    private Object value(String field, Object value, boolean isOfModel) {
        if (isReference(value)) {
            return StepReference.of(field, value)
                    .map(reference -> part(reference.pointer(), isOfModel))
                    .orElse(value);
        }
        if (value instanceof Map<?, ?> map) {
            return object(field, map, isOfModel);
        }
        if (value instanceof List<?> list) {
            List<Object> resolved = new ArrayList<>(list.size());
            for (Object item : list) {
                resolved.add(value(field + "[" + resolved.size() + "]", item, isOfModel));
            }
            return resolved;
        }
        return value;
    }

    private Object part(JsonPointer pointer, boolean isOfModel) {
        if (payload.isEmpty()) {
            return NAME;
        }
        JsonPointer.Found found = pointer.in(payload.get().value())
                .orElseThrow(() -> Refusal.invalid("body", "has nothing at \"" + pointer + "\""));
        if (StepReference.isIn(found.value())) {
            throw Refusal.invalid("body", "must not have a member $from at \"" + pointer + "\"");
        }
        added += JsonText.of(found.value()).length();
        if (added > MOST_CHARACTERS) {
            throw Refusal.invalid("body", "is too large for what the trigger starts");
        }
        return isOfModel ? HiddenCharacters.escapedData(found.value()) : found.value();
    }
}
