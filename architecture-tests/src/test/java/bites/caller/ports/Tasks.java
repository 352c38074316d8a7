package bites.caller.ports;

/** Correct itself, but it inherits an incorrect method. */
public interface Tasks extends OffendingAncestor {
    void submit(Caller.User caller, String task);
}
