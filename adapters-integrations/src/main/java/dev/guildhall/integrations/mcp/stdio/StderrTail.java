package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.McpLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;

/** Drains the standard error of a process and keeps its end, for the log when the start fails. */
final class StderrTail {
    private static final int CHUNK = 8 * 1024;
    private static final int SHORTEST_SECRET = 4;

    private byte[] kept = new byte[0];

    void drain(InputStream errors) {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int read = errors.read(chunk); read >= 0; read = errors.read(chunk)) {
                keep(chunk, read);
            }
        } catch (IOException over) {
            keep(new byte[0], 0);
        }
    }

    private synchronized void keep(byte[] chunk, int length) {
        byte[] all = Arrays.copyOf(kept, kept.length + length);
        System.arraycopy(chunk, 0, all, kept.length, length);
        kept = Arrays.copyOfRange(all, Math.max(0, all.length - McpLimits.LAST_WORDS_BYTES), all.length);
    }

    /** The end of the output, on one line, without the secret values that the process was given. */
    synchronized String without(Collection<String> secrets) {
        String words = new String(kept, StandardCharsets.UTF_8)
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .strip();
        for (String secret : secrets) {
            words = secret.length() < SHORTEST_SECRET ? words : words.replace(secret, "…");
        }
        return words;
    }
}
