package bites.console.core;

record OffendingPrinter() {
    void say() {
        System.out.println("here");
    }
}
