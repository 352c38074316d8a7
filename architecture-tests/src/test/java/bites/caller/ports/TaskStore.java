package bites.caller.ports;

/** A driven port: Core does not hand it out. */
public interface TaskStore {
    void keep(String task);
}
