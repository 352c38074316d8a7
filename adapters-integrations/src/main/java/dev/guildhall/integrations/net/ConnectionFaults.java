package dev.guildhall.integrations.net;

import dev.guildhall.ports.tool.FailureKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** What failures of connections become: words of our own, for theirs may name addresses of the inside. */
final class ConnectionFaults {
    private static final System.Logger LOG = System.getLogger(ConnectionFaults.class.getName());

    private ConnectionFaults() {}

    /** Before there was an answer. */
    static OutboundFailure onTheWay(Exception failure, OutboundCall flight, Deadline deadline) {
        if (BlockedAddress.isBehind(failure)) {
            return blocked();
        }
        return ended(
                failure,
                flight,
                deadline,
                switch (failure) {
                    case UnknownHostException _ -> unreachable("the host's name cannot be found");
                    case SSLException _ -> unreachable("no secure connection could be made");
                    case ConnectException _ -> unreachable("the host takes no connection");
                    case NoRouteToHostException _ -> unreachable("there is no way to the host");
                    case ProtocolException _ -> invalid("the answer is not HTTP");
                    case IOException _ -> unreachable("the connection broke off before there was an answer");
                    default -> invalid("the answer is not HTTP");
                });
    }

    /** In the middle of an answer. */
    static OutboundFailure inBody(IOException failure, OutboundCall flight, Deadline deadline) {
        boolean brokeOff = failure instanceof SocketException
                || failure instanceof EOFException
                || failure instanceof SSLException
                || String.valueOf(failure.getMessage()).contains("unexpected end of stream");
        return ended(
                failure,
                flight,
                deadline,
                brokeOff ? unreachable("the answer broke off") : invalid("the answer's body is malformed"));
    }

    static OutboundFailure blocked() {
        return new OutboundFailure(
                FailureKind.BLOCKED,
                "the address is not a public one: of such addresses, tools reach only those that"
                    + " GUILDHALL_EGRESS_ALLOW lists, and builtin.http_fetch those that GUILDHALL_FETCH_ALLOW lists");
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

    /** A failure that the end of the time or of the call's life brought about is told as that. */
    private static OutboundFailure ended(
            Exception failure, OutboundCall flight, Deadline deadline, OutboundFailure otherwise) {
        if (deadline.isOver()) {
            return Deadline.late();
        }
        if (flight.isCancelled() || Thread.currentThread().isInterrupted()) {
            return cancelled();
        }
        if (failure instanceof InterruptedIOException) {
            return Deadline.late();
        }
        LOG.log(
                System.Logger.Level.DEBUG,
                "a request of a tool failed: {0}",
                failure.getClass().getSimpleName());
        return otherwise;
    }
}
