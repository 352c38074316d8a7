package dev.guildhall.integrations.builtin;

import java.time.DateTimeException;
import java.time.ZoneId;

/** Finds time zones by the names that models give them. */
final class Zones {
    /** The most characters of a name. */
    static final int MAX_CHARACTERS = 60;

    private Zones() {}

    static ZoneId of(String name) {
        try {
            return ZoneId.of(name.strip());
        } catch (DateTimeException unknown) {
            throw ToolFault.failed("there is no time zone '" + name + "'; use an IANA name such as Europe/Berlin");
        }
    }
}
