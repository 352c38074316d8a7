package dev.guildhall.core.file;

import dev.guildhall.ports.UserId;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Content that arrives: what has arrived of it counts among the received bytes of its user, so that many small files may
 * arrive at once, and several large ones do not exceed the quota together. For one thread.
 */
final class CountedInput extends FilterInputStream {
    /** How much is counted at once where there is room. */
    private static final long STEP = 1024 * 1024;

    private final ReceivedBytes received;
    private final UserId user;
    private final long left;
    private final InstantSource clock;
    private final Supplier<RuntimeException> exceeded;
    private final List<Long> counted = new ArrayList<>();
    private long uncounted;

    /**
     * @param left how many bytes the user's received files may have together
     * @param exceeded what a read throws when there is no room for what has arrived
     */
    CountedInput(
            InputStream content,
            ReceivedBytes received,
            UserId user,
            long left,
            InstantSource clock,
            Supplier<RuntimeException> exceeded) {
        super(content);
        this.received = received;
        this.user = user;
        this.left = left;
        this.clock = clock;
        this.exceeded = exceeded;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        count(Math.max(0, read));
        return read;
    }

    private void count(int bytes) {
        uncounted += bytes;
        while (uncounted > 0) {
            if (add(STEP)) {
                uncounted -= STEP;
            } else if (add(uncounted)) {
                uncounted = 0;
            } else {
                throw exceeded.get();
            }
        }
    }

    private boolean add(long bytes) {
        boolean fits = received.add(user, bytes, left, clock.instant());
        if (fits) {
            counted.add(bytes);
        }
        return fits;
    }

    /** The content does not count any more. */
    void discount() {
        counted.forEach(bytes -> received.remove(user, bytes));
        counted.clear();
    }
}
