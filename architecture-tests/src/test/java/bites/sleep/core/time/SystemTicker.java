package bites.sleep.core.time;

record SystemTicker() {
    void nap() throws InterruptedException {
        Thread.sleep(1);
    }
}
