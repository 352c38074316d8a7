package dev.guildhall.ports.file;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * The name that a user gives to a file. It is data: no file on a disk has this name.
 *
 * @param value 1 to {@value #MAX} characters, as {@link Text#requireStoredName} accepts it; of a path only the part
 *     after the last slash or backslash
 */
public record FileName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 255;

    public FileName {
        value = Text.requireStoredName("name", last(value), 1, MAX);
    }

    /**
     * Reads the name of a new file, which must follow the {@link Text#requireName rule for new names} and must not be
     * {@code .} or {@code ..}, since no client can save a file under these. A name that was stored before need not
     * follow either rule.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code name}
     */
    public static FileName parse(String text) {
        String name = Text.requireName("name", last(text), 1, MAX);
        if (name.equals(".") || name.equals("..")) {
            throw Refusal.invalid("name", "must not be . or ..");
        }
        return new FileName(name);
    }

    private static String last(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }
}
