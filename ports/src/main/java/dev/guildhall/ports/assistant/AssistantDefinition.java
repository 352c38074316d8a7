package dev.guildhall.ports.assistant;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What its maker says about an assistant (assistants-1).
 *
 * @param name 1 to {@value #MAX_NAME} characters
 * @param description for people who choose one, at most {@value #MAX_DESCRIPTION} characters; may be empty
 * @param instructions what the model is told before each conversation, at most {@value #MAX_INSTRUCTIONS} characters; may
 *     be empty
 * @param model the model that answers; absent means the default one
 * @param temperature 0 to 2; absent means the model's default
 * @param reasoningEffort how much the model thinks, a word that its provider knows; absent means the model's default
 * @param tools the only tools that it uses, names and {@code integration.*}, at most {@value #MOST_TOOLS}; absent means all
 *     that the user may use who talks to it. Names of tools that this user may not use, or that do not exist, have no effect
 * @param collections what it searches, at most {@value #MOST_COLLECTIONS}; those that the user does not read who talks to it
 *     have no effect
 * @param memory whether it reads and stores memories of the user who talks to it
 * @param starters questions to begin with, at most {@value #MOST_STARTERS} of at most {@value #MAX_STARTER} characters
 * @param visibility who beside its owner uses it
 */
public record AssistantDefinition(
        String name,
        String description,
        String instructions,
        Optional<String> model,
        OptionalDouble temperature,
        Optional<String> reasoningEffort,
        Optional<List<String>> tools,
        List<CollectionId> collections,
        boolean memory,
        List<String> starters,
        Audience visibility) {
    public static final int MAX_NAME = 100;
    public static final int MAX_DESCRIPTION = 1_000;
    public static final int MAX_INSTRUCTIONS = 32_000;
    public static final int MOST_TOOLS = 500;
    public static final int MOST_COLLECTIONS = 100;
    public static final int MOST_STARTERS = 6;
    public static final int MAX_STARTER = 500;

    private static final Pattern EFFORT = Pattern.compile("[a-z]{1,20}");
    private static final String EFFORT_SETTING = "reasoning_effort";

    /**
     * Checks the values.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the field
     */
    public AssistantDefinition {
        name = Text.requireName("name", name, 1, MAX_NAME);
        requireText("description", description, MAX_DESCRIPTION);
        requireText("instructions", instructions, MAX_INSTRUCTIONS);
        model = model.map(one -> Sampling.model(one).model().orElseThrow());
        temperature = new Sampling(Optional.empty(), temperature, OptionalInt.empty()).temperature();
        reasoningEffort.filter(word -> !EFFORT.matcher(word).matches()).ifPresent(word -> {
            throw Refusal.invalid("reasoningEffort", "must be 1 to 20 lower-case letters, for example low or high");
        });
        tools = tools.map(List::copyOf);
        tools.ifPresent(AssistantDefinition::requireTools);
        collections = List.copyOf(collections);
        requireAtMost("collections", collections, MOST_COLLECTIONS);
        starters = requireStarters(starters);
    }

    private static void requireText(String field, String text, int most) {
        if (text.codePointCount(0, text.length()) > most) {
            throw Refusal.invalid(field, "must have at most " + most + " characters");
        }
        if (!Text.isWellFormed(text)) {
            throw Refusal.invalid(field, "must be well-formed Unicode without NUL");
        }
    }

    private static void requireTools(List<String> tools) {
        requireAtMost("tools", tools, MOST_TOOLS);
        for (int i = 0; i < tools.size(); i++) {
            if (!AllowedTools.isEntry(tools.get(i))) {
                throw Refusal.invalid(
                        "tools[" + i + "]", "must be the name of a tool, or integration.* for all of one");
            }
        }
    }

    private static void requireAtMost(String field, List<?> list, int most) {
        if (list.size() > most) {
            throw Refusal.invalid(field, "must have at most " + most + " items");
        }
    }

    private static List<String> requireStarters(List<String> starters) {
        requireAtMost("starters", starters, MOST_STARTERS);
        List<String> checked = new ArrayList<>();
        for (int i = 0; i < starters.size(); i++) {
            String field = "starters[" + i + "]";
            requireText(field, starters.get(i), MAX_STARTER);
            if (starters.get(i).isBlank()) {
                throw Refusal.invalid(field, "must not be empty");
            }
            checked.add(starters.get(i).strip());
        }
        return List.copyOf(checked);
    }

    /** The settings of a request, and where it names none, those of the assistant. */
    public Sampling sampling(Sampling wanted) {
        DecodingOptions decoding = reasoningEffort
                .filter(word -> wanted.decoding().others().stream()
                        .noneMatch(setting -> setting.name().equals(EFFORT_SETTING)))
                .map(word ->
                        wanted.decoding().and(new DecodingOptions.Setting(EFFORT_SETTING, word, "reasoningEffort")))
                .orElse(wanted.decoding());
        return new Sampling(
                wanted.model().or(() -> model),
                wanted.temperature().isPresent() ? wanted.temperature() : temperature,
                wanted.maxTokens(),
                decoding);
    }

    /** The same definition, private. */
    AssistantDefinition unshared() {
        return new AssistantDefinition(
                name,
                description,
                instructions,
                model,
                temperature,
                reasoningEffort,
                tools,
                collections,
                memory,
                starters,
                Audience.PRIVATE);
    }
}
