package bites.caller.ports;

public interface OffendingAnonymous {
    int count();
}
