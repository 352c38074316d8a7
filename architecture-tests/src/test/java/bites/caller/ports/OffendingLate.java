package bites.caller.ports;

public interface OffendingLate {
    void submit(String task, Caller caller);
}
