package bites.caller.ports;

public interface OffendingAncestor {
    void forget(String task);
}
