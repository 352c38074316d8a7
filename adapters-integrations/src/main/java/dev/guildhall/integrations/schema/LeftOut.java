package dev.guildhall.integrations.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.HiddenCharacters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The members of a schema that a simpler form of it does not have, or has otherwise. */
final class LeftOut {
    private static final int MOST = 20;
    private static final int MOST_CHARACTERS = 200;

    private final String message;
    private final List<Violation> found = new ArrayList<>();

    private LeftOut(String message) {
        this.message = message;
    }

    /** The members by their paths, each with this message. */
    static List<Violation> of(JsonNode schema, JsonNode simpler, String message) {
        LeftOut all = new LeftOut(message);
        all.compare("inputSchema", schema, simpler);
        return List.copyOf(all.found);
    }

    private void compare(String path, JsonNode whole, JsonNode simpler) {
        if (whole.equals(simpler) || found.size() >= MOST) {
            return;
        }
        if (whole.isObject() && simpler.isObject()) {
            for (Map.Entry<String, JsonNode> member : whole.properties()) {
                String below = path + "." + HiddenCharacters.escaped(member.getKey());
                compare(below, member.getValue(), simpler.path(member.getKey()));
            }
        } else if (whole.isArray() && whole.size() == simpler.size()) {
            for (int i = 0; i < whole.size(); i++) {
                compare(path + "[" + i + "]", whole.path(i), simpler.path(i));
            }
        } else {
            found.add(new Violation(
                    path.length() > MOST_CHARACTERS ? path.substring(0, MOST_CHARACTERS) + "…" : path, message));
        }
    }
}
