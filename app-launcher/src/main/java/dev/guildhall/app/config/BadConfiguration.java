package dev.guildhall.app.config;

import java.util.List;

/** The configuration contains unknown keys or invalid values; its message has a line for each. */
public final class BadConfiguration extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadConfiguration(List<String> faults) {
        super(String.join(System.lineSeparator(), faults), null, false, false);
    }
}
