package dev.guildhall.http.server;

import dev.guildhall.http.WatchedEndPoint;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Notifies a connection when the head of a request is complete, and when its response is: between the two the
 * connection expects no head. After the server begins to stop, every response says that its connection closes.
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

    /** Adds {@code Connection: close} also to a response whose request came before the stop. */
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
