package bites.tidy.ports.task;

import bites.tidy.ports.Caller;

public interface Tasks {
    void submit(Caller caller, String task);
}
