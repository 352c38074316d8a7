package dev.guildhall.app;

/**
 * Ends this process when its parent ends, where the parent says that it wants that. Maven does not pass a signal on to what
 * it runs.
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
