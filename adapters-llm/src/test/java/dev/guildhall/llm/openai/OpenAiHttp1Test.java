package dev.guildhall.llm.openai;

import okhttp3.Protocol;

/** Calls over TLS of a provider that speaks HTTP/1.1 alone. */
class OpenAiHttp1Test extends OpenAiOverTls {
    OpenAiHttp1Test() {
        super(Protocol.HTTP_1_1);
    }
}
