package bites.process.app;

record Main() {
    void stopWith(Thread last) {
        Runtime.getRuntime().addShutdownHook(last);
    }
}
