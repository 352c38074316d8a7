package dev.guildhall.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Tells a connection when the head of a request is whole, and when its answer is: in between no head is awaited. Thread-safe. */
final class HeadDeadline extends Handler.Wrapper {
    HeadDeadline(Handler handler) {
        super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        WatchedEndPoint connection = WatchedEndPoint.of(request);
        connection.beginAnswer();
        return super.handle(request, response, Callback.from(connection::endAnswer, callback));
    }
}
