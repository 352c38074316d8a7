package dev.guildhall.ports.file;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * What a user calls a file. It is data: nothing on a disk is ever named by it.
 *
 * @param value 1 to {@value #MAX} characters, as {@link Text#requireStoredName} has it; of a path only what is behind the last
 *     slash or backslash
 */
public record FileName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 255;

    public FileName {
        value = Text.requireStoredName("name", last(value), 1, MAX);
    }

    /**
     * Reads the name of a new file, which obeys the {@link Text#requireName rule of names} and is neither {@code .} nor
     * {@code ..}: no client can save a file under these. One that is stored already need not obey either.
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
