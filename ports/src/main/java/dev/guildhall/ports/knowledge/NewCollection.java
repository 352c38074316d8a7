package dev.guildhall.ports.knowledge;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.problem.Refusal;

/**
 * What a user says of a collection.
 *
 * @param name 1 to {@value #MAX_NAME} characters, as {@link Text#requireName} accepts it
 * @param description at most {@value #MAX_DESCRIPTION} characters; empty when there is none
 * @param audience who reads it beside its owner
 */
public record NewCollection(String name, String description, Audience audience) {
    /** The most characters of a name. */
    public static final int MAX_NAME = 100;
    /** The most characters of a description. */
    public static final int MAX_DESCRIPTION = 2000;

    /**
     * Checks the name and the description.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code name} or {@code description}
     */
    public NewCollection {
        name = Text.requireName("name", name, 1, MAX_NAME);
        if (!Text.isWellFormed(description) || description.length() > MAX_DESCRIPTION) {
            throw Refusal.invalid("description", "must have at most " + MAX_DESCRIPTION + " characters");
        }
    }
}
