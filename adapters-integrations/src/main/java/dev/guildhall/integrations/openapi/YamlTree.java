package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * Reads YAML as a tree in which an alias is the node of its anchor, not a copy: a text of kilobytes may stand for more
 * values than fit in memory, so what aliases stand for is counted. {@code <<} adds the members of other objects.
 */
final class YamlTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String MERGE = "<<";

    private final Iterator<Event> events;
    private final Map<String, Built> anchors = new HashMap<>();
    private long aliased;

    /** A value with its number of values and its depth, both with aliases replaced by what they stand for. */
    private record Built(JsonNode node, long size, int depth) {}

    private YamlTree(Iterator<Event> events) {
        this.events = events;
    }

    /** The value of the only document in a text; throws {@link BrokenDocument} when there is none. */
    static JsonNode read(String text) {
        LoaderOptions limits = new LoaderOptions();
        limits.setCodePointLimit(OpenApiLimits.DOCUMENT_BYTES);
        try {
            return new YamlTree(new Yaml(limits).parse(new StringReader(text)).iterator()).document();
        } catch (MarkedYAMLException broken) {
            throw fault(
                    broken.getProblem(),
                    broken.getProblemMark() == null
                            ? 0
                            : broken.getProblemMark().getLine());
        } catch (YAMLException broken) {
            throw new BrokenDocument("is not YAML: " + broken.getMessage());
        }
    }

    private JsonNode document() {
        skip(Event.ID.StreamStart);
        Event start = events.next();
        if (!start.is(Event.ID.DocumentStart)) {
            throw fault("there is no value", start);
        }
        JsonNode root = value(events.next(), 0).node();
        skip(Event.ID.DocumentEnd);
        Event end = events.next();
        if (!end.is(Event.ID.StreamEnd)) {
            throw fault("there is more than one document", end);
        }
        return root;
    }

    private void skip(Event.ID expected) {
        Event event = events.next();
        if (!event.is(expected)) {
            throw fault("is malformed", event);
        }
    }

    private Built value(Event event, int depth) {
        if (depth >= OpenApiLimits.DEPTH) {
            throw fault("it is nested more than " + OpenApiLimits.DEPTH + " deep", event);
        }
        return switch (event.getEventId()) {
            case Alias -> alias((AliasEvent) event, depth);
            case MappingStart -> anchored(event, object(depth));
            case SequenceStart -> anchored(event, array(depth));
            case Scalar -> anchored(event, new Built(YamlScalar.of((ScalarEvent) event), 1, 1));
            default -> throw fault("is malformed", event);
        };
    }

    private Built anchored(Event event, Built built) {
        String anchor = ((NodeEvent) event).getAnchor();
        if (anchor != null) {
            anchors.put(anchor, built);
        }
        return built;
    }

    private Built alias(AliasEvent alias, int depth) {
        Built anchored = anchors.get(alias.getAnchor());
        if (anchored == null) {
            throw fault("the alias *" + alias.getAnchor() + " is not that of an anchor before it", alias);
        }
        aliased += anchored.size();
        if (aliased > OpenApiLimits.ALIASED) {
            throw fault("its aliases stand for more than " + OpenApiLimits.ALIASED + " values", alias);
        }
        if (depth + anchored.depth() > OpenApiLimits.DEPTH) {
            throw fault("its aliases lead to a nesting of more than " + OpenApiLimits.DEPTH, alias);
        }
        return anchored;
    }

    private Built object(int depth) {
        ObjectNode object = NODES.objectNode();
        ObjectNode merged = NODES.objectNode();
        long size = 1;
        int deepest = 0;
        for (Event key = events.next(); !key.is(Event.ID.MappingEnd); key = events.next()) {
            if (!(key instanceof ScalarEvent name)) {
                throw fault("a name must be a text", key);
            }
            Built member = value(events.next(), depth + 1);
            size += member.size();
            deepest = Math.max(deepest, member.depth());
            if (name.getValue().equals(MERGE) && name.isPlain()) {
                merge(member.node(), merged, key);
            } else if (object.replace(name.getValue(), member.node()) != null) {
                throw fault("Duplicate field '" + name.getValue() + "'", key);
            }
        }
        merged.properties().forEach(member -> object.putIfAbsent(member.getKey(), member.getValue()));
        return new Built(object, size, deepest + 1);
    }

    /** The members of an object, or of each of a list's; the first of a name takes precedence. */
    private static void merge(JsonNode others, ObjectNode merged, Event place) {
        for (JsonNode other : others.isArray() ? others : NODES.arrayNode().add(others)) {
            if (!other.isObject()) {
                throw fault("<< is not an object or a list of objects", place);
            }
            other.properties().forEach(member -> merged.putIfAbsent(member.getKey(), member.getValue()));
        }
    }

    private Built array(int depth) {
        ArrayNode array = NODES.arrayNode();
        long size = 1;
        int deepest = 0;
        for (Event next = events.next(); !next.is(Event.ID.SequenceEnd); next = events.next()) {
            Built element = value(next, depth + 1);
            size += element.size();
            deepest = Math.max(deepest, element.depth());
            array.add(element.node());
        }
        return new Built(array, size, deepest + 1);
    }

    private static BrokenDocument fault(@Nullable String message, Event place) {
        return fault(
                message, place.getStartMark() == null ? 0 : place.getStartMark().getLine());
    }

    private static BrokenDocument fault(@Nullable String message, int line) {
        return new BrokenDocument("is not YAML: " + message + " (line " + (line + 1) + ")");
    }
}
