package dev.guildhall.app;

/**
 * Ends this process when its parent process ends, if the parent asks for that. Maven does not pass signals on to its
 * child processes.
 */
final class ParentWatch {
    private static final String PROPERTY = "guildhall.exit-with-parent";

    private ParentWatch() {}

    static void begin() {
        if (Boolean.getBoolean(PROPERTY)) {
            ProcessHandle.current()
                    .parent()
                    .ifPresent(parent -> Thread.ofPlatform()
                            .name("parent-watch")
                            .daemon()
                            .start(() -> {
                                parent.onExit().join();
                                ProcessExit.exit("the parent process has ended", 0);
                            }));
        }
    }
}
