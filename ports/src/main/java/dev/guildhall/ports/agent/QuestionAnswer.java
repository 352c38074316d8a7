package dev.guildhall.ports.agent;

import dev.guildhall.ports.JsonData;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A user's answer to a {@link ToolQuestion}.
 *
 * @param action what the user decided
 * @param content the values of a form that is accepted, by the names of its fields; otherwise empty
 */
public record QuestionAnswer(Action action, Map<String, Object> content) {
    public QuestionAnswer {
        content = JsonData.copy(content);
    }

    /** An answer without content. */
    public QuestionAnswer(Action action) {
        this(action, Map.of());
    }

    /** What a user can decide. */
    public enum Action {
        /** The user has filled in the form, or has opened the address. */
        ACCEPT,
        /** The user refuses. */
        DECLINE,
        /** The user makes no decision, or gave no answer in time. */
        CANCEL;

        /** The name in JSON, for example {@code accept}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The action of that name; empty when there is none. */
        public static Optional<Action> fromWire(String name) {
            return Arrays.stream(values())
                    .filter(action -> action.wireName().equals(name))
                    .findFirst();
        }
    }
}
