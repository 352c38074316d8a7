package bites.names.core;

interface Outer {
    interface OffendingHelper {}
}
