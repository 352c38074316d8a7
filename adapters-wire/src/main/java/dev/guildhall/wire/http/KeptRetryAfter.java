package dev.guildhall.wire.http;

import java.io.IOException;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Hides a header from OkHttp, which would otherwise repeat any request after {@code 503} with {@code Retry-After: 0},
 * even one that changes data.
 */
final class KeptRetryAfter implements Interceptor {
    static final String NAME = "Retry-After";
    private static final String KEPT = "Guildhall-Kept-Retry-After";

    @Override
    public Response intercept(Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        String value = response.header(NAME);
        Response.Builder changed = response.newBuilder().removeHeader(KEPT).removeHeader(NAME);
        return (value == null ? changed : changed.addHeader(KEPT, value)).build();
    }

    /** The headers as the server sent them. */
    static Headers restored(Headers headers) {
        String value = headers.get(KEPT);
        return value == null
                ? headers
                : headers.newBuilder()
                        .removeAll(KEPT)
                        .addUnsafeNonAscii(NAME, value)
                        .build();
    }
}
