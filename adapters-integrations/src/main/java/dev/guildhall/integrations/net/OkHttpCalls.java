package dev.guildhall.integrations.net;

import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;

public final class OkHttpCalls {
    private OkHttpCalls() {}

    /** Makes the call; OkHttp lets an InterruptedException through undeclared while it opens connections. */
    public static Response execute(Call call) throws IOException {
        try {
            return call.execute();
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** A body that OkHttp never sends again by itself. */
    public static RequestBody onceOnly(String contentType, byte[] bytes) {
        return new RequestBody() {
            @Override
            public MediaType contentType() {
                return MediaType.get(contentType);
            }

            @Override
            public long contentLength() {
                return bytes.length;
            }

            @Override
            public boolean isOneShot() {
                return true;
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                sink.write(bytes);
            }
        };
    }
}
