package bites.process.core;

record OffendingHook() {
    void stopWith(Thread last) {
        Runtime.getRuntime().addShutdownHook(last);
    }
}
