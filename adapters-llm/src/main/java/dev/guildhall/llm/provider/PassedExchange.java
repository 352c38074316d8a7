package dev.guildhall.llm.provider;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.ports.completion.PassedAnswer;
import dev.guildhall.ports.completion.PassedEndpoint;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.completion.FormFields;
import dev.guildhall.wire.completion.PassedBody;
import dev.guildhall.wire.completion.PassedUsage;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.UnreadableAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request that passes unchanged, and its answer. */
final class PassedExchange {
    private PassedExchange() {}

    /** The request with the body of the client, but for the name of the model. */
    static Request request(Request to, PassedRequest request) {
        return to.postParts(request.contentType(), body(request));
    }

    private static List<ByteBuffer> body(PassedRequest request) {
        Optional<String> model = request.model();
        if (model.isEmpty()) {
            return List.of(request.body());
        }
        if (FormFields.isForm(request.contentType())) {
            return FormFields.parse(request.contentType(), request.body())
                    .map(form -> form.with("model", model.get()))
                    .orElseGet(() -> List.of(request.body()));
        }
        TextNode name = TextNode.valueOf(model.get());
        return PassedBody.with(request.body(), Map.of("model", ignored -> name));
    }

    static PassedAnswer pass(Response response, PassedRequest request, PassedSink sink) throws IOException {
        sink.begin(response.header("Content-Type").orElse(""));
        response.tokenArrived();
        PassedUsage usage = new PassedUsage();
        InputStream body = response.body();
        byte[] buffer = new byte[Limits.READ_BYTES];
        long length = 0;
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
            length += read;
            if (length > Limits.PASSED_BYTES) {
                throw new UnreadableAnswer("the provider's answer is too long");
            }
            usage.pass(ByteBuffer.wrap(buffer, 0, read));
            sink.bytes(ByteBuffer.wrap(buffer, 0, read));
        }
        response.finish();
        return new PassedAnswer(usage.usage().orElseGet(() -> estimated(request, usage)), usage.audio());
    }

    /** Only a text has tokens where the provider reports none; the events of its stream have about one each. */
    private static Usage estimated(PassedRequest request, PassedUsage usage) {
        long completion = request.endpoint() == PassedEndpoint.TEXT_COMPLETION ? usage.events() : 0;
        return new Usage(request.measure().promptTokens(), completion, true);
    }
}
