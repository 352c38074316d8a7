package dev.guildhall.persistence;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system in memory with a fixed size, mounted on a directory until it is closed. */
public final class SmallDisk implements AutoCloseable {
    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Mounts it; skips the test where this process may not mount file systems. */
    public static SmallDisk mount(Path folder, int mebibytes) throws IOException {
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", folder.toString());
        assumeTrue(mounted, "needs root, which may mount a file system");
        return new SmallDisk(folder);
    }

    private static boolean run(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.onExit().orTimeout(10, TimeUnit.SECONDS).join().exitValue() == 0;
    }

    /** Fills the rest of the space with one file; returns the file. */
    public Path fill() throws IOException {
        Path filler = folder.resolve("filler");
        byte[] page = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (Files.getFileStore(folder).getUsableSpace() > 0) {
                out.write(page);
            }
        }
        return filler;
    }

    @Override
    public void close() throws IOException {
        run("umount", "-l", folder.toString());
    }
}
