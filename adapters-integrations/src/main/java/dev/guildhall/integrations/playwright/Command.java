package dev.guildhall.integrations.playwright;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A short command whose output is read. */
final class Command {
    private static final int MOST_ANSWER = 1024 * 1024;

    private Command() {}

    /**
     * The output of the command.
     *
     * @throws RunnerUnavailable with the end of its output when it fails, or takes longer
     */
    static String output(List<String> command, Duration atMost) throws RunnerUnavailable {
        String name = Path.of(command.getFirst()).getFileName().toString();
        try {
            Process process = ChildEnvironment.narrow(new ProcessBuilder(command))
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            CompletableFuture<String> answer = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> read(process, answer));
            try {
                long end = System.nanoTime() + atMost.toNanos();
                String text = answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
                if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw new TimeoutException();
                }
                if (process.exitValue() != 0) {
                    String last = text.strip();
                    throw new RunnerUnavailable(
                            name + " failed: " + last.substring(Math.max(0, last.length() - 1_000)));
                }
                return text;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException | ExecutionException failed) {
            String why = String.valueOf(failed.getMessage()).replace(command.getFirst(), name);
            throw new RunnerUnavailable(name + " cannot be run: " + why);
        } catch (TimeoutException slow) {
            throw new RunnerUnavailable(name + " does not respond within " + atMost.toSeconds() + " s");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new RunnerUnavailable("the server is stopping");
        }
    }

    private static void read(Process process, CompletableFuture<String> answer) {
        try (InputStream output = process.getInputStream()) {
            answer.complete(new String(output.readNBytes(MOST_ANSWER), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            answer.completeExceptionally(new CompletionException(failed));
        }
    }
}
