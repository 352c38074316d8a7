package bites.tidy.core.time;

public record SystemTicker() {
    public void pause() throws InterruptedException {
        Thread.sleep(1);
    }
}
