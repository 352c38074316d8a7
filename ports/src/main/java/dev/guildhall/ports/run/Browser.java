package dev.guildhall.ports.run;

/** A browser that Playwright drives. */
public enum Browser {
    CHROMIUM,
    FIREFOX,
    WEBKIT
}
