package bites.caller.ports;

/** A driven port: it is not a component of Core. */
public interface TaskStore {
    void keep(String task);
}
