package bites.caller.ports;

public sealed interface Caller {
    record User() implements Caller {}
}
