package dev.guildhall.ports.file;

import dev.guildhall.ports.Text;

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
}
