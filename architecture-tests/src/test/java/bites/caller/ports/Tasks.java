package bites.caller.ports;

/** In order itself; what it inherits is not. */
public interface Tasks extends OffendingAncestor {
    void submit(Caller.User caller, String task);
}
