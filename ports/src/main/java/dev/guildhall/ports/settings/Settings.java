package dev.guildhall.ports.settings;

import dev.guildhall.ports.Caller;
import java.util.Optional;

/** Driving port: settings of the installation (accounts-36). Blocks. */
public interface Settings {
    /**
     * The settings that are in force.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated} when the caller has not
     *     signed in, and with {@code CommonProblem.Forbidden} when the caller has not the role {@code admin}
     */
    CurrentSettings settings(Caller caller);

    /**
     * Changes settings, on every node within 2 s.
     *
     * @return the settings that are in force then
     * @throws dev.guildhall.ports.problem.Refusal as {@link #settings}; also with {@code CommonProblem.Conflict} for a
     *     setting that the environment decides, with {@code CommonProblem.Forbidden} when the caller uses an API key
     */
    CurrentSettings change(Caller caller, SettingsChange change);

    /** The address that users open, as the settings say; empty when they say nothing. Any caller may ask. */
    Optional<PublicUrl> publicUrl(Caller caller);

    /** Whether mail can be sent, so that pages offer what needs it. Any caller may ask. */
    boolean sendsMail(Caller caller);
}
