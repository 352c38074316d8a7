package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.wire.http.CallProgress;
import dev.guildhall.wire.http.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** Converts failures of connections; the messages are our own, since the original ones may name internal addresses. */
final class ConnectionFaults {
    private static final System.Logger LOG = System.getLogger(ConnectionFaults.class.getName());

    private ConnectionFaults() {}

    /** A failure before the response. */
    static OutboundFailure onTheWay(Exception failure, CallProgress progress) {
        if (BlockedAddress.isBehind(failure)) {
            return blocked();
        }
        return ended(
                failure,
                progress,
                switch (failure) {
                    case UnknownHostException _ -> unreachable("the host's name cannot be found");
                    case SSLException _ -> unreachable("no secure connection could be made");
                    case ConnectException _ -> unreachable("the host does not accept the connection");
                    case NoRouteToHostException _ -> unreachable("there is no route to the host");
                    case ProtocolException _ -> invalid("the response is not HTTP");
                    case IOException _ -> unreachable("the connection failed before the response");
                    default -> invalid("the response is not HTTP");
                });
    }

    /** A failure within a response. */
    static OutboundFailure inBody(IOException failure, CallProgress progress) {
        boolean brokeOff = failure instanceof SocketException
                || failure instanceof EOFException
                || failure instanceof SSLException
                || (failure instanceof ProtocolException && !Transport.isMalformed(failure));
        return ended(
                failure,
                progress,
                brokeOff ? unreachable("the response ended early") : invalid("the response's body is malformed"));
    }

    static OutboundFailure blocked() {
        return new OutboundFailure(
                FailureKind.BLOCKED,
                "the address is not public: of the other addresses, tools reach only those that GUILDHALL_EGRESS_ALLOW"
                        + " lists, and builtin.http_fetch those that GUILDHALL_FETCH_ALLOW lists");
    }

    static OutboundFailure invalid(String message) {
        return new OutboundFailure(FailureKind.INVALID_RESPONSE, message);
    }

    static OutboundFailure cancelled() {
        return new OutboundFailure(FailureKind.CANCELLED, "the call was cancelled");
    }

    private static OutboundFailure unreachable(String message) {
        return new OutboundFailure(FailureKind.UNREACHABLE, message);
    }

    static OutboundFailure late() {
        return new OutboundFailure(FailureKind.TIMED_OUT, "the response took too long");
    }

    private static OutboundFailure ended(Exception failure, CallProgress progress, OutboundFailure otherwise) {
        if (progress.isExpired()) {
            return late();
        }
        if (Thread.currentThread().isInterrupted()) {
            return cancelled();
        }
        if (failure instanceof InterruptedIOException) {
            return late();
        }
        LOG.log(
                System.Logger.Level.DEBUG,
                "a request of a tool failed: {0}",
                failure.getClass().getSimpleName());
        return otherwise;
    }
}
