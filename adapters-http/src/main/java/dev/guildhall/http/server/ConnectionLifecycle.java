package dev.guildhall.http.server;

import dev.guildhall.http.WatchedEndPoint;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Tells a connection when the head of a request is whole, and when its answer is: in between no head is awaited. Once the
 * server stops, answers say that their connection ends. Thread-safe.
 */
final class ConnectionLifecycle extends Handler.Wrapper {
    ConnectionLifecycle(Handler handler) {
        super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        WatchedEndPoint connection = WatchedEndPoint.of(request);
        connection.beginAnswer();
        announceClose(request, response);
        return super.handle(request, new Announcing(request, response), Callback.from(connection::endAnswer, callback));
    }

    private static void announceClose(Request request, Response response) {
        if (request.getConnectionMetaData().getConnector() instanceof WatchedConnector ours
                && ours.isClosing()
                && !response.isCommitted()) {
            response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
        }
    }

    /** An answer whose request came before the stop says so too. */
    private static final class Announcing extends Response.Wrapper {
        Announcing(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            announceClose(getRequest(), getWrapped());
            super.write(last, content, callback);
        }
    }
}
