package dev.guildhall.ports.file;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;

/**
 * What a user calls a file. It is data: nothing on a disk is ever named by it.
 *
 * @param value 1 to {@value #MAX} characters, as {@link Text#requireName} has it; of a path only what is behind the last
 *     slash or backslash
 */
public record FileName(String value) {
    /** The most characters of a name. */
    public static final int MAX = 255;

    public FileName {
        String last = value.substring(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1);
        value = Text.requireName("name", last, 1, MAX);
    }

    /**
     * Reads the name of a new file, which is neither {@code .} nor {@code ..}: no client can save a file under these. One
     * that is stored already need not obey that.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code name}
     */
    public static FileName parse(String text) {
        FileName name = new FileName(text);
        if (name.value().equals(".") || name.value().equals("..")) {
            throw Refusal.invalid("name", "must not be . or ..");
        }
        return name;
    }
}
