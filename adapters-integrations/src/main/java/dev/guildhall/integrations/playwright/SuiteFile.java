package dev.guildhall.integrations.playwright;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code suite.json} (runs-24). A file that cannot be read makes a suite with an error, which names the member.
 */
final class SuiteFile {
    private static final long MOST_BYTES = 1024 * 1024;

    private final JsonNode root;

    private SuiteFile(JsonNode root) {
        this.root = root;
    }

    static Suite read(SuiteName name, Path folder) {
        Path file = folder.resolve("suite.json");
        try {
            if (!Files.exists(file)) {
                return new SuiteFile(Json.LENIENT.createObjectNode()).suite(name, folder);
            }
            if (Files.size(file) > MOST_BYTES) {
                return broken(name, folder, "must not be longer than " + MOST_BYTES + " bytes");
            }
            JsonNode root = Json.LENIENT.readTree(Files.readString(file, StandardCharsets.UTF_8));
            return root != null && root.isObject()
                    ? new SuiteFile(root).suite(name, folder)
                    : broken(name, folder, "must be an object");
        } catch (JsonProcessingException malformed) {
            return broken(name, folder, "is not valid JSON: " + malformed.getOriginalMessage());
        } catch (IOException unreadable) {
            return broken(name, folder, "cannot be read");
        } catch (Refusal invalid) {
            return broken(name, folder, invalid.problem().message());
        }
    }

    private static Suite broken(SuiteName name, Path folder, String why) {
        return new Suite(
                name,
                folder,
                "",
                List.of(),
                Map.of(),
                Optional.empty(),
                RunOptions.NONE,
                false,
                Optional.empty(),
                Optional.of("suite.json: " + why));
    }

    private Suite suite(SuiteName name, Path folder) {
        return new Suite(
                name,
                folder,
                text(root, "description").orElse(""),
                browsers(),
                env(),
                text(root, "image"),
                defaults(),
                text(root, "newBaselines").map(SuiteFile::isAccept).orElse(false),
                Optional.empty(),
                Optional.empty());
    }

    private static Optional<String> text(JsonNode object, String member) {
        JsonNode value = object.path(member);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw Refusal.invalid(member, "must be a string");
        }
        return Optional.of(value.asText());
    }

    private static boolean isAccept(String value) {
        return switch (value) {
            case "accept" -> true;
            case "approve" -> false;
            default -> throw Refusal.invalid("newBaselines", "must be \"accept\" or \"approve\"");
        };
    }

    private List<Browser> browsers() {
        List<Browser> browsers = new ArrayList<>();
        for (String name : texts(root, "browsers")) {
            try {
                browsers.add(Browser.valueOf(name.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException unknown) {
                throw Refusal.invalid("browsers", "must be of chromium, firefox, webkit");
            }
        }
        return browsers;
    }

    private static List<String> texts(JsonNode object, String member) {
        JsonNode value = object.path(member);
        List<String> texts = new ArrayList<>();
        if (value.isMissingNode() || value.isNull()) {
            return texts;
        }
        for (JsonNode one : value) {
            if (!one.isTextual()) {
                throw Refusal.invalid(member, "must be a list of strings");
            }
            texts.add(one.asText());
        }
        if (!value.isArray()) {
            throw Refusal.invalid(member, "must be a list of strings");
        }
        return texts;
    }

    private Map<String, String> env() {
        JsonNode env = root.path("env");
        if (!env.isMissingNode() && !env.isNull() && !env.isObject()) {
            throw Refusal.invalid("env", "must be an object of strings");
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : env.properties()) {
            boolean named = entry.getKey().matches("[A-Za-z_][A-Za-z0-9_]*");
            if (!named
                    || !entry.getValue().isTextual()
                    || entry.getValue().asText().indexOf(0) >= 0) {
                throw Refusal.invalid("env", "must be an object of strings by names of variables");
            }
            variables.put(entry.getKey(), entry.getValue().asText());
        }
        return variables;
    }

    private RunOptions defaults() {
        JsonNode defaults = root.path("defaults");
        if (!defaults.isMissingNode() && !defaults.isNull() && !defaults.isObject()) {
            throw Refusal.invalid("defaults", "must be an object");
        }
        return new RunOptions(
                integer(defaults, "retries"),
                integer(defaults, "timeout").map(Duration::ofMillis),
                integer(defaults, "workers"),
                integer(defaults, "runTimeout").map(Duration::ofMillis),
                text(defaults, "grep"),
                texts(defaults, "files"));
    }

    private static Optional<Integer> integer(JsonNode object, String member) {
        JsonNode value = object.path(member);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.canConvertToInt() || !value.isIntegralNumber()) {
            throw Refusal.invalid("defaults." + member, "must be an integer");
        }
        return Optional.of(value.asInt());
    }
}
