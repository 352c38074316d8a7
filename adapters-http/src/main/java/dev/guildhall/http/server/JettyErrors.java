package dev.guildhall.http.server;

import dev.guildhall.http.Listener;
import dev.guildhall.http.Mount;
import dev.guildhall.http.RequestIds;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.wire.json.Json;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Responds to requests that Jetty refuses before routing, in the error form of the service that they were for. */
final class JettyErrors extends ErrorHandler {
    private static final int UNKNOWN_VERSION = 505;

    private final Listener listener;

    JettyErrors(Listener listener) {
        this.listener = listener;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        String path = request.getHttpURI() == null || request.getHttpURI().getPath() == null
                ? "/"
                : request.getHttpURI().getPath();
        Mount mount = listener.mountFor(path);
        ErrorResponse answer = answer(status);
        String sent = request.getHeaders().get("X-Request-Id");
        String requestId = sent == null ? RequestIds.fresh() : RequestIds.accept(sent);
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put("X-Request-Id", requestId);
        if (!request.getConnectionMetaData().isPersistent()) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        byte[] body = Json.bytes(mount.errors().body(answer, requestId));
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static ErrorResponse answer(int status) {
        if (status == UNKNOWN_VERSION) {
            return new ErrorResponse(status, "VALIDATION_ERROR", "this version of HTTP is not supported");
        }
        return status >= 500 || status < 400
                ? ErrorResponse.internal()
                : new ErrorResponse(status, "VALIDATION_ERROR", "the request is not well-formed HTTP");
    }
}
