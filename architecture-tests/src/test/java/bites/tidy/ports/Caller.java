package bites.tidy.ports;

public sealed interface Caller {
    record User(String id) implements Caller {}
}
