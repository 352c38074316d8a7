package dev.guildhall.llm.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Reads a file of the configuration: a JSON object with an entry for each model. */
final class JsonFile {
    private static final int MOST_BYTES = 1024 * 1024;

    private JsonFile() {}

    /**
     * The entries of a file, by model.
     *
     * @param what what the file has by model, for the message
     * @param entry reads the entry of a model; may throw a {@code Refusal}
     * @throws IllegalArgumentException whose message names the file, the model and the field at fault
     */
    static <T> Map<String, T> byModel(Path file, String what, BiFunction<String, JsonNode, T> entry) {
        JsonNode root = tree(file);
        if (!root.isObject()) {
            throw fault(file, "must be a JSON object of " + what + " by model");
        }
        Map<String, T> entries = new LinkedHashMap<>();
        root.properties().forEach(one -> {
            try {
                entries.put(one.getKey(), entry.apply(one.getKey(), one.getValue()));
            } catch (Refusal refusal) {
                throw fault(file, one.getKey() + ": " + refusal.problem().message());
            }
        });
        return entries;
    }

    /** Refuses a node that is no object, and fields that are not known. */
    static void requireFields(JsonNode object, String path, Set<String> known) {
        if (!object.isObject()) {
            throw Refusal.invalid(path, "must be an object");
        }
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw Refusal.invalid(
                        path + "." + name,
                        "is unknown; the fields are "
                                + String.join(", ", known.stream().sorted().toList()));
            }
        });
    }

    private static JsonNode tree(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw fault(file, "must have at most " + MOST_BYTES + " bytes");
            }
            return Json.MAPPER.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException malformed) {
            int line = malformed.getLocation() == null
                    ? 1
                    : malformed.getLocation().getLineNr();
            throw fault(file, "line " + line + ": " + malformed.getOriginalMessage());
        } catch (IOException unreadable) {
            throw fault(file, "cannot be read");
        }
    }

    private static IllegalArgumentException fault(Path file, String fault) {
        return new IllegalArgumentException(file + ": " + fault);
    }
}
