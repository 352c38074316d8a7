package dev.guildhall.ports.settings;

import java.util.function.UnaryOperator;

/** Driven port: the settings that admins have changed. Blocks. Takes part in {@code Transactions}. */
public interface SettingsStore {
    /** The stored settings; {@link InstallationSettings#NONE} before the first change. */
    InstallationSettings find();

    /**
     * Replaces the stored settings. Of several changes at once each begins with the result of the one before.
     *
     * @return the new settings
     */
    InstallationSettings change(UnaryOperator<InstallationSettings> change);
}
