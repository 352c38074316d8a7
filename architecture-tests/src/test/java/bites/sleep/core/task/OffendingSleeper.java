package bites.sleep.core.task;

record OffendingSleeper() {
    void nap() throws InterruptedException {
        Thread.sleep(1);
    }
}
