package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.io.InputStream;

/** A body that ends at its limit, and whose failures have our own messages. To be read by one thread. */
final class BoundedBody extends InputStream {
    private final InputStream source;
    private final int most;
    private final OutboundCall flight;
    private final Deadline deadline;
    private int left;

    BoundedBody(InputStream source, int most, OutboundCall flight, Deadline deadline) {
        this.source = source;
        this.most = most;
        this.left = most;
        this.flight = flight;
        this.deadline = deadline;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int read;
        try {
            read = source.read(into, offset, Math.min(length, left == Integer.MAX_VALUE ? left : left + 1));
        } catch (IOException failure) {
            throw ConnectionFaults.inBody(failure, flight, deadline);
        }
        if (read > left) {
            throw new OutboundFailure(FailureKind.TOO_LARGE, "the answer has more than " + most + " bytes");
        }
        left -= Math.max(read, 0);
        return read;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
