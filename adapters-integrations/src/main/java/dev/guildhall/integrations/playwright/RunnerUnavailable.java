package dev.guildhall.integrations.playwright;

/** A program or a file that runs need is missing on this machine. The message names it, for users. */
final class RunnerUnavailable extends Exception {
    private static final long serialVersionUID = 1L;

    private final String what;

    RunnerUnavailable(String what) {
        super(what);
        this.what = what;
    }

    String what() {
        return what;
    }
}
